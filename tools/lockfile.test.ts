/**
 * `npm ci` rejects a lock file in which an optional package of another platform has no entry. This test finds
 * that earlier.
 */
import { expect, test } from 'vitest';
import { optionalPackages } from '#adapters/optional-packages.ts';
import { type Lockfile, missingEntries, readLockfile, withNodeRange } from './lockfile.ts';

test('the lock file has an entry for every platform (renew it with `npm run lock`)', () => {
  expect(missingEntries(readLockfile()).map(([place]) => place)).toEqual([]);
});

test('the lock file names no registry', () => {
  expect(Object.entries(readLockfile().packages).filter(([, entry]) => 'resolved' in entry)).toEqual([]);
});

test('only packages of a platform or a setting are optional', () => {
  const { packages } = readLockfile();
  const optional = Object.keys(packages['']?.optionalDependencies ?? {});
  const forAll = optional.filter((name) => packages[`node_modules/${name}`]?.os === undefined);
  expect(forAll).toEqual(Object.values(optionalPackages).flat());
  expect(optional.length).toBeGreaterThan(forAll.length);
});

test('an older outer Node omits no package silently (renew the lock file with `npm run lock`)', () => {
  expect(withNodeRange(readLockfile())).toEqual([]);
  const lockfile: Lockfile = {
    packages: {
      'node_modules/exporter': { optional: true, engines: { node: '>=22' } },
      'node_modules/server': { engines: { node: '>=22' } },
      'node_modules/tool': { optional: true, dev: true, engines: { node: '>=22' } },
      'node_modules/@picture/linux-x64': { optional: true, os: ['linux'], engines: { node: '>=22' } },
    },
  };
  expect(withNodeRange(lockfile)).toEqual(['node_modules/exporter']);
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
