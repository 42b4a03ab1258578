/**
 * The same store twice: in a folder, and over the wire in the bucket of a server that speaks S3 and checks
 * signatures.
 *
 * @module-tag long
 */
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDiskFileStore } from '#adapters/disk/file-store.ts';
import type { FileStore } from '#ports/file-store.ts';
import S3rver from '@20minutes/s3rver';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createS3FileStore } from './file-store.ts';

let folder: string;
let server: S3rver;
let settings: Parameters<typeof createS3FileStore>[0];
const stores: Record<string, () => FileStore> = {
  'a folder': () => createDiskFileStore(join(folder, 'on-disk')),
  'a bucket': () => createS3FileStore(settings),
};
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stateside-files-'));
  server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory: join(folder, 'in-bucket'),
    configureBuckets: [{ name: 'pictures', configs: [] }],
  });
  const { port } = await server.run();
  settings = {
    endpoint: `http://127.0.0.1:${port}`,
    bucket: 'pictures',
    region: 'us-east-1',
    keyId: 'S3RVER',
    secret: 'S3RVER',
  };
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

describe.each(Object.entries(stores))('%s', (_name, open) => {
  const bytes = Buffer.from(Array.from({ length: 3_000_000 }, (_, index) => index % 251));

  test('returns what was written, byte by byte, and null for a missing file', async () => {
    const store = open();
    expect(await store.read('media/none.avif')).toBeNull();
    await store.write('media/a_b-C.avif', bytes, 'image/avif');
    expect(Buffer.compare((await store.read('media/a_b-C.avif')) ?? Buffer.alloc(0), bytes)).toBe(0);
    await store.write('media/a_b-C.avif', Buffer.from('other'), 'image/avif');
    expect(Buffer.from((await store.read('media/a_b-C.avif')) ?? []).toString()).toBe('other');
    await store.write('media/empty', new Uint8Array(), 'image/webp');
    expect((await store.read('media/empty'))?.length).toBe(0);
  });

  test('deletes a file, and deleting again is harmless', async () => {
    const store = open();
    await store.write('original/x', Buffer.from('x'), 'image/png');
    await store.remove('original/x');
    await store.remove('original/x');
    expect(await store.read('original/x')).toBeNull();
  });
});

test('a folder holds complete files only, and no name escapes it', async () => {
  const store = createDiskFileStore(join(folder, 'strict'));
  await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      store.write('media/raced', Buffer.alloc(10_000, index), 'image/png'),
    ),
  );
  expect(new Set((await store.read('media/raced')) ?? []).size).toBe(1);
  expect(await readdir(join(folder, 'strict', 'media'))).toEqual(['raced']);
  for (const name of ['../x', '/etc/passwd', 'a/../../x', '.hidden', 'a//b', '', 'a/'])
    await expect(store.write(name, Buffer.from('x'), 'text/plain'), name).rejects.toThrow(
      `${JSON.stringify(name)} is not a valid file name`,
    );
});

test('a wrong secret or a missing bucket is an error, not a missing file', async () => {
  await expect(createS3FileStore({ ...settings, secret: 'wrong' }).read('media/none')).rejects.toThrow();
  await expect(
    createS3FileStore({ ...settings, bucket: 'nowhere' }).write('a', Buffer.from('x'), 'text/plain'),
  ).rejects.toThrow();
});
