/**
 * `npm ci` rejects a lock file in which an optional package of another platform has no entry. This test finds
 * that earlier.
 */
import { expect, test } from 'vitest';
import { type Lockfile, missingEntries, readLockfile } from './lockfile.ts';

test('the lock file has an entry for every platform (renew it with `npm run lock`)', () => {
  expect(missingEntries(readLockfile()).map(([place]) => place)).toEqual([]);
});

test('the lock file names no registry', () => {
  expect(Object.entries(readLockfile().packages).filter(([, entry]) => 'resolved' in entry)).toEqual([]);
});

test('only platform packages are optional: npm silently omits others on an older outer Node', () => {
  const { packages } = readLockfile();
  const optional = Object.keys(packages['']?.optionalDependencies ?? {});
  expect(optional.filter((name) => packages[`node_modules/${name}`]?.os === undefined)).toEqual([]);
  expect(optional).not.toEqual([]);
});

test('a missing entry is detected, with the platform in its name', () => {
  const lockfile: Lockfile = {
    packages: {
      'node_modules/tool': {
        dev: true,
        optionalDependencies: {
          '@tool/linux-x64-musl': '1.2.3',
          '@tool/darwin-arm64': '1.2.3',
          helper: '1.0.0',
        },
      },
      'node_modules/@tool/darwin-arm64': { version: '1.2.3' },
    },
  };
  expect(missingEntries(lockfile)).toEqual([
    [
      'node_modules/@tool/linux-x64-musl',
      { version: '1.2.3', dev: true, optional: true, os: ['linux'], cpu: ['x64'], libc: ['musl'] },
    ],
  ]);
});
