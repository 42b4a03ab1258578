/** A sealed file opens only with its key and only when unchanged. */
import { createWriteStream } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BackupError, seal, unseal } from './sealed-file.ts';

const secret = 'a passphrase of a test';
const piece = 1_048_576;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sealed-'));
});
afterAll(() => rm(folder, { recursive: true }));

const bytesOf = (length: number): Buffer =>
  Buffer.from(Array.from({ length }, (_, index) => (index * 7 + (index >> 8)) % 256));

async function sealed(content: Buffer): Promise<string> {
  const path = join(folder, crypto.randomUUID());
  const file = createWriteStream(path);
  const chunks = async function* () {
    for (let start = 0; start < content.length; start += 300_000)
      yield content.subarray(start, start + 300_000);
  };
  await seal(chunks(), file, secret, 2 ** 10);
  file.end();
  await once(file, 'close');
  return path;
}

async function opened(path: string, key: string = secret): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of unseal(path, key)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

test.each([0, 1, piece - 1, piece, piece + 1, 3 * piece])(
  '%i bytes survive the round trip',
  async (length) => {
    const content = bytesOf(length);
    expect((await opened(await sealed(content))).equals(content)).toBe(true);
  },
);

test('the same content never makes the same file twice, and is not readable in it', async () => {
  const content = Buffer.from('kofi@example.com '.repeat(100));
  const [one, other] = [await readFile(await sealed(content)), await readFile(await sealed(content))];
  expect(one.equals(other)).toBe(false);
  expect(one.includes('kofi')).toBe(false);
});

test('another key opens nothing, and is distinguished from damage', async () => {
  const path = await sealed(bytesOf(10));
  await expect(opened(path, 'another passphrase of a test')).rejects.toThrow('The key does not open');
});

const damages: [what: string, damage: (file: Buffer, head: number) => Buffer][] = [
  ['a bit in the first piece', (file, head) => flipped(file, head + 5)],
  ['a bit in a later piece', (file, head) => flipped(file, head + piece + 16 + 5)],
  ['the last bit', (file) => flipped(file, file.length - 1)],
  ['one byte less', (file) => file.subarray(0, -1)],
  ['cut behind a whole piece', (file, head) => file.subarray(0, head + piece + 16)],
  ['cut behind the first line', (file, head) => file.subarray(0, head)],
  ['one byte more', (file) => Buffer.concat([file, Buffer.from('x')])],
  ['two pieces in another order', (file, head) => swapped(file, head, piece + 16)],
  ['the last piece twice', (file, head) => Buffer.concat([file, file.subarray(head + 2 * (piece + 16))])],
];
const flipped = (file: Buffer, at: number): Buffer => {
  const copy = Buffer.from(file);
  copy[at] = (copy[at] ?? 0) ^ 1;
  return copy;
};
const swapped = (file: Buffer, head: number, length: number): Buffer =>
  Buffer.concat([
    file.subarray(0, head),
    file.subarray(head + length, head + 2 * length),
    file.subarray(head, head + length),
    file.subarray(head + 2 * length),
  ]);

test.each(damages)('%s is detected', async (_what, damage) => {
  const path = await sealed(bytesOf(2 * piece + 100));
  const original = await readFile(path);
  const damaged = damage(original, original.indexOf('\n') + 1);
  expect(damaged.equals(original)).toBe(false);
  await writeFile(path, damaged);
  await expect(opened(path)).rejects.toThrow(/truncated or altered/);
});

test('the first line is protected too, and cannot force hours of work', async () => {
  const path = await sealed(bytesOf(10));
  const original = (await readFile(path)).toString('latin1');
  const refusalOf = async (text: string): Promise<string> => {
    await writeFile(path, text, 'latin1');
    return opened(path).then(
      () => 'opened',
      (error: unknown) => (error instanceof BackupError ? error.message : `another error: ${String(error)}`),
    );
  };
  expect(await refusalOf(original.replace('"cost":1024', '"cost":1048576'))).toContain(
    'is not a Stateside backup',
  );
  expect(await refusalOf(original.replace('"version":1', '"version":2'))).toContain('format 2');
  expect(await refusalOf(original.replace('{"kind"', '{ "kind"'))).toContain('truncated or altered');
  expect(
    await refusalOf(
      original.replace(/"salt":"./, (found) => `${found.slice(0, -1)}${found.endsWith('A') ? 'B' : 'A'}`),
    ),
  ).toContain('The key does not open');
  expect(await refusalOf('')).toContain('is not a Stateside backup');
  await expect(opened(join(folder, 'nothing'))).rejects.toThrow('does not exist');
});
