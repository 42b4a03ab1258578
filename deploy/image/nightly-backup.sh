#!/bin/sh
# `bin/nightly-backup FOLDER`: a sealed backup, named after the time, and on Sundays proven where PROVE_DATABASE_URL names a server for it.
# Once it is there, those older than two weeks go, and what a backup that was killed has left.
set -eu
folder=$(cd "$1" && pwd)
cd "$(dirname "$0")/.."
prove=
if [ -n "${PROVE_DATABASE_URL:-}" ] && [ "$(date -u +%u)" = 7 ]; then prove=--prove; fi
bin/node tools/admin.ts backup --to "$folder/stateside-$(date -u +%Y-%m-%dT%H%M%SZ).backup" ${prove:+"$prove"}
find "$folder" \( -name 'stateside-*.backup' -mtime +14 -o -name 'stateside-*.unfinished' -mtime +0 \) -delete
