/** Which files of a folder are served, how, and which never are. The folder is made for the test. */
import { mkdir, mkdtemp, rm, symlink, unlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { answerStatic, readStaticFiles, type StaticFiles } from './static-files.ts';

const script = 'console.log("a page")';
let folder: string;
let files: StaticFiles;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'static-files-'));
  await mkdir(join(folder, 'assets'));
  await mkdir(join(folder, '.vite'));
  await writeFile(join(folder, 'assets/a-1234.js'), script);
  await writeFile(join(folder, 'assets/a-1234.js.br'), brotliCompressSync(script));
  await writeFile(join(folder, 'assets/a-1234.js.gz'), gzipSync(script));
  await writeFile(join(folder, 'card.png'), 'a picture');
  await writeFile(join(folder, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  await writeFile(join(folder, '.vite/manifest.json'), '{}');
  await writeFile(join(folder, 'notes.secret'), 'unknown kind');
  await symlink('/etc/hostname', join(folder, 'elsewhere.txt'));
  files = await readStaticFiles(folder);
});

afterAll(() => rm(folder, { recursive: true }));

const ask = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  answerStatic(files, new Request(`http://shop.example${path}`, { method, headers }));

test('a file with a hash in its name is cached permanently, others are revalidated', async () => {
  expect((await ask('/assets/a-1234.js'))?.headers.get('cache-control')).toBe(
    'public, max-age=31536000, immutable',
  );
  expect((await ask('/favicon.svg'))?.headers.get('cache-control')).toBe('public, max-age=3600');
});

test('a browser that accepts brotli gets the compressed file, any other the original', async () => {
  const small = await ask('/assets/a-1234.js', { 'accept-encoding': 'gzip, br' });
  expect(small?.headers.get('content-encoding')).toBe('br');
  expect(
    brotliDecompressSync(Buffer.from((await small?.arrayBuffer()) ?? new ArrayBuffer())).toString(),
  ).toBe(script);
  const plain = await ask('/assets/a-1234.js', { 'accept-encoding': 'br;q=0' });
  expect(plain?.headers.get('content-encoding')).toBeNull();
  expect(await plain?.text()).toBe(script);
});

test('an unchanged file answers 304 without a body', async () => {
  const etag = (await ask('/favicon.svg'))?.headers.get('etag') ?? '';
  const revalidated = await ask('/favicon.svg', { 'if-none-match': etag });
  expect(revalidated?.status).toBe(304);
  expect(await revalidated?.text()).toBe('');
});

test('each encoding has its own ETag, and a client with either one gets 304', async () => {
  const tag = async (encoding: string): Promise<string> =>
    (await ask('/assets/a-1234.js', { 'accept-encoding': encoding }))?.headers.get('etag') ?? '';
  const [small, plain] = [await tag('br'), await tag('')];
  expect([small, plain]).toEqual([
    expect.stringMatching(/^"[\w-]{22}-br"$/),
    expect.stringMatching(/^"[\w-]{22}"$/),
  ]);
  for (const etag of [small, plain, `W/${plain}`, `"older", ${small}`, '*']) {
    expect([etag, (await ask('/assets/a-1234.js', { 'if-none-match': etag }))?.status]).toEqual([etag, 304]);
  }
  expect((await ask('/assets/a-1234.js', { 'if-none-match': '"older"' }))?.status).toBe(200);
});

test('HEAD returns the length without a body', async () => {
  const answer = await ask('/assets/a-1234.js', {}, 'HEAD');
  expect(answer?.headers.get('content-length')).toBe(String(script.length));
  expect(await answer?.text()).toBe('');
});

for (const path of [
  '/.vite/manifest.json',
  '/notes.secret',
  '/elsewhere.txt',
  '/assets/../../package.json',
  '/assets',
  '/',
]) {
  test(`${path} is not a file of ours`, async () => {
    expect(await ask(path)).toBeNull();
  });
}

test('a drawing opened directly runs nothing', async () => {
  expect((await ask('/favicon.svg'))?.headers.get('content-security-policy')).toContain('sandbox');
});

test('rarely requested files come from the disk; after deletion they are not found, and popular ones still are', async () => {
  const zipped = await ask('/assets/a-1234.js', { 'accept-encoding': 'gzip' });
  expect(zipped?.headers.get('content-encoding')).toBe('gzip');
  expect(gunzipSync(Buffer.from((await zipped?.arrayBuffer()) ?? new ArrayBuffer())).toString()).toBe(script);
  expect(await (await ask('/card.png'))?.text()).toBe('a picture');
  for (const name of [
    'card.png',
    'assets/a-1234.js',
    'assets/a-1234.js.br',
    'assets/a-1234.js.gz',
    'favicon.svg',
  ])
    await unlink(join(folder, name));
  expect([await ask('/card.png'), await ask('/assets/a-1234.js', { 'accept-encoding': 'gzip' })]).toEqual([
    null,
    null,
  ]);
  expect((await ask('/assets/a-1234.js', { 'accept-encoding': 'br' }))?.status).toBe(200);
  expect((await ask('/favicon.svg'))?.status).toBe(200);
});
