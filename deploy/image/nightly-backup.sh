#!/bin/sh
# `bin/nightly-backup FOLDER`: a sealed backup, named after the time, and on Sundays proven where PROVE_DATABASE_URL names a server for it.
# Once it is there, those that this has made and that are older than two weeks go, and what a backup that was killed has left.
set -eu
folder=$(cd "$1" && pwd)
cd "$(dirname "$0")/.."
prove=
if [ -n "${PROVE_DATABASE_URL:-}" ] && [ "$(date -u +%u)" = 7 ]; then prove=--prove; fi
# One that hangs must not keep the next nights' from starting. Whoever ends this ends the backup, which takes its proof's database away first.
trap 'kill "$backup"; wait "$backup"; exit 143' TERM INT
timeout --kill-after=5m 6h bin/node tools/admin.ts backup --to "$folder/stateside-$(date -u +%Y-%m-%dT%H%M%SZ).backup" ${prove:+"$prove"} &
backup=$!
wait "$backup"
made='stateside-[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]T[0-9][0-9][0-9][0-9][0-9][0-9]Z.backup'
find "$folder" -maxdepth 1 -type f \( -name "$made" -mtime +14 -o -name "$made.*.unfinished" -mtime +0 \) -delete
