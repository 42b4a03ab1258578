#!/bin/sh
# `bin/nightly-backup FOLDER` writes an encrypted backup named by the UTC time. On Sundays it is also proven if PROVE_DATABASE_URL is set.
# After a success, nightly backups older than two weeks and unfinished files older than a day are deleted.
set -eu
folder=$(cd "$1" && pwd)
cd "$(dirname "$0")/.."
prove=
if [ -n "${PROVE_DATABASE_URL:-}" ] && [ "$(date -u +%u)" = 7 ]; then prove=--prove; fi
# The timeout keeps a hung backup from blocking the next night. A signal is passed on to the backup, which first drops its proof database.
trap 'kill "$backup"; wait "$backup"; exit 143' TERM INT
timeout --kill-after=5m 6h bin/node tools/admin.ts backup --to "$folder/stateside-$(date -u +%Y-%m-%dT%H%M%SZ).backup" ${prove:+"$prove"} &
backup=$!
wait "$backup"
made='stateside-[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]T[0-9][0-9][0-9][0-9][0-9][0-9]Z.backup'
find "$folder" -maxdepth 1 -type f \( -name "$made" -mtime +14 -o -name "$made.*.unfinished" -mtime +0 \) -delete
