/**
 * The messages that operators read when PostgreSQL fails. The outputs are those of real servers on full,
 * read-only, and foreign data.
 */
import { expect, test } from 'vitest';
import { explainFileError, explainServerOutput, explainSpawnError } from './trouble.ts';

const wayOut = 'Or set DATABASE_URL to your own PostgreSQL server (15 or newer).';
const situations: [situation: string, output: string, sentence: string][] = [
  [
    'a disk that fills up during the first start',
    'running bootstrap script ... 2026-11-21 13:44:17.338 UTC [18987] FATAL:  could not extend file "base/1/2691": wrote only 4096 of 8192 bytes at block 10',
    `The database in /data cannot be used: the disk is full. Free some space, or set DATA_DIR to another folder. ${wayOut}`,
  ],
  [
    'a disk that was full before the second start',
    '2026-11-21 13:44:18.100 UTC [19001] FATAL:  could not write lock file "postmaster.pid": No space left on device',
    `The database in /data cannot be used: the disk is full. Free some space, or set DATA_DIR to another folder. ${wayOut}`,
  ],
  [
    'a disk that can only be read',
    'FATAL:  could not create lock file "postmaster.pid": Read-only file system',
    `The database in /data cannot be used: the disk is read-only. Set DATA_DIR to another folder. ${wayOut}`,
  ],
  [
    'data of another version',
    'FATAL:  database files are incompatible with server',
    `The data in /data was created by PostgreSQL 17. This version cannot read it. Start the version of Stateside that created it, back it up (npm run admin -- backup), and restore the backup with this version. ${wayOut}`,
  ],
  [
    'a user without a name',
    'initdb: error: could not look up effective user ID 1234: user does not exist',
    `User ID 1234 has no name on this machine, but PostgreSQL needs one. Start as a user listed in /etc/passwd. ${wayOut}`,
  ],
  [
    'anything else',
    '2026-11-21 13:44:17.338 UTC [1] LOG:  starting\n2026-11-21 13:44:17.339 UTC [1] FATAL:  data directory "/data/cluster" has wrong ownership',
    `The built-in PostgreSQL in /data did not start. It reported: "FATAL:  data directory "/data/cluster" has wrong ownership". ${wayOut}`,
  ],
  ['silence', '', `The built-in PostgreSQL in /data did not start. It reported no reason. ${wayOut}`],
];

for (const [situation, output, sentence] of situations) {
  test(`${situation} becomes a message`, () => {
    expect(explainServerOutput(output, '/data', () => '17').message).toBe(sentence);
  });
}

test('a failed file operation is reported with its reason, and a bug stays a bug', () => {
  const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
  expect(explainFileError(full, '/data').message).toBe(
    `The database cannot be stored in /data: the disk is full. Set DATA_DIR to another folder. ${wayOut}`,
  );
  const bug = new TypeError('x is not a function');
  expect(explainFileError(bug, '/data')).toBe(bug);
});

test('programs for another C library are distinguished from broken programs', () => {
  expect(
    explainSpawnError(Object.assign(new Error('spawn postgres ENOENT'), { code: 'ENOENT' }), 'postgres')
      .message,
  ).toContain('needs glibc');
  expect(explainSpawnError(new Error('spawn ENOEXEC'), 'postgres').message).toContain(
    'starting postgres failed (spawn ENOEXEC)',
  );
});
