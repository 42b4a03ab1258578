/** A missing package is reported with its name, and the newest of several PostgreSQL servers is used. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findPrograms, ofACluster } from './machine.ts';

let root: string;
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'stateside-programs-'));
});
afterAll(() => rmSync(root, { recursive: true }));

function install(path: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), '');
}

test('missing requirements are named until all are met', () => {
  expect(() => findPrograms(root)).toThrow(
    'apt-get install --no-install-recommends etcd-server patroni pgbouncer haproxy postgresql',
  );
  for (const path of [
    'usr/bin/etcd',
    'usr/sbin/pgbouncer',
    'usr/sbin/haproxy',
    'usr/lib/postgresql/9/bin/initdb',
  ])
    install(path);
  expect(() => findPrograms(root)).toThrow('these are not installed: patroni.');
  install('usr/bin/patroni');
  install('usr/lib/postgresql/15/bin/initdb');
  expect(() => findPrograms(root, [...ofACluster, 'pgbackrest'])).toThrow(
    'these are not installed: pgbackrest.',
  );
  expect(findPrograms(root)).toMatchObject({
    patroni: join(root, 'usr/bin/patroni'),
    postgresBin: join(root, 'usr/lib/postgresql/15/bin'),
  });
});
