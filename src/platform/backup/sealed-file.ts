/**
 * An encrypted file that cannot be read or altered without its key. It begins with one line of JSON with the
 * key parameters. Chunks follow, each sealed with AES-256-GCM over that line, its number, and whether it is
 * the last. A file that was truncated, reordered, or changed in any bit does not open. Every file has its own
 * key, derived with scrypt from the secret and a fresh salt.
 */
import {
  createCipheriv,
  createDecipheriv,
  hkdfSync,
  randomBytes,
  scrypt,
  timingSafeEqual,
} from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, type WriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { promisify } from 'node:util';

/** The backup cannot be made or read. `message` is for the operator. */
export class BackupError extends Error {
  override name = 'BackupError';
}

const kind = 'stateside-backup';
const version = 1;
const pieceBytes = 1_048_576;
const tagBytes = 16;
const longestHead = 1_000;
/** The cost of one guess at the secret: 128 MB and about half a second. */
const defaultCost = 2 ** 17;
const memoryAtMost = 256 * 1_048_576;

type Head = { kind: string; version: number; cost: number; salt: string; check: string };
type Material = { key: Buffer; check: Buffer };

const scryptOf = promisify<
  string,
  Buffer,
  number,
  { N: number; r: number; p: number; maxmem: number },
  Buffer
>(scrypt);

async function materialOf(secret: string, salt: Buffer, N: number): Promise<Material> {
  const derivedKey = await scryptOf(secret, salt, 32, { N, r: 8, p: 1, maxmem: memoryAtMost });
  const derive = (use: string): Buffer =>
    Buffer.from(hkdfSync('sha256', derivedKey, salt, `stateside backup ${use}`, 32));
  return { key: derive('key'), check: derive('check').subarray(0, 16) };
}

function nonceOf(index: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUInt32BE(isLast ? 1 : 0, 0);
  nonce.writeBigUInt64BE(BigInt(index), 4);
  return nonce;
}

/**
 * Writes `content` sealed into `file`, which the caller opens and closes. `cost` is the scrypt cost; tests
 * use less.
 */
export async function seal(
  content: AsyncIterable<Uint8Array>,
  file: WriteStream,
  secret: string,
  cost: number = defaultCost,
): Promise<void> {
  const salt = randomBytes(32);
  const { key, check } = await materialOf(secret, salt, cost);
  const head: Head = {
    kind,
    version,
    cost,
    salt: salt.toString('base64url'),
    check: check.toString('base64url'),
  };
  const line = Buffer.from(`${JSON.stringify(head)}\n`);
  let index = 0;
  const write = async (piece: Uint8Array, isLast: boolean): Promise<void> => {
    const cipher = createCipheriv('aes-256-gcm', key, nonceOf(index, isLast)).setAAD(line);
    index += 1;
    await put(file, Buffer.concat([cipher.update(piece), cipher.final(), cipher.getAuthTag()]));
  };
  await put(file, line);
  let waiting = Buffer.alloc(0);
  for await (const chunk of content) {
    waiting = Buffer.concat([waiting, chunk]);
    // At least one byte remains for the last chunk.
    while (waiting.length > pieceBytes) {
      await write(waiting.subarray(0, pieceBytes), false);
      waiting = waiting.subarray(pieceBytes);
    }
  }
  await write(waiting, true);
}

async function put(file: WriteStream, bytes: Buffer): Promise<void> {
  if (!file.write(bytes)) await once(file, 'drain');
}

/**
 * Yields the decrypted content. Each chunk is verified before it is yielded, but later ones may still prove
 * truncated or altered.
 */
export async function* unseal(path: string, secret: string): AsyncGenerator<Buffer> {
  const { line, head } = await readHead(path);
  const { key, check } = await materialOf(secret, Buffer.from(head.salt, 'base64url'), head.cost);
  const stored = Buffer.from(head.check, 'base64url');
  if (stored.length !== check.length || !timingSafeEqual(stored, check))
    throw new BackupError(
      `The key does not open ${path}. The backup has another key, or its first line was altered. Nothing was changed.`,
    );
  let index = 0;
  let waiting = Buffer.alloc(0);
  const openPiece = (sealed: Buffer, isLast: boolean): Buffer => {
    const decipher = createDecipheriv('aes-256-gcm', key, nonceOf(index, isLast), {
      authTagLength: tagBytes,
    }).setAAD(line);
    index += 1;
    try {
      if (sealed.length < tagBytes) throw new Error('too short');
      decipher.setAuthTag(sealed.subarray(sealed.length - tagBytes));
      return Buffer.concat([decipher.update(sealed.subarray(0, sealed.length - tagBytes)), decipher.final()]);
    } catch (cause) {
      throw new BackupError(
        `${path} is truncated or altered at byte ${line.length + (index - 1) * (pieceBytes + tagBytes)} or later.`,
        {
          cause,
        },
      );
    }
  };
  for await (const chunk of createReadStream(path, { start: line.length, highWaterMark: pieceBytes })) {
    waiting = Buffer.concat([waiting, chunk as Buffer]);
    while (waiting.length > pieceBytes + tagBytes) {
      yield openPiece(waiting.subarray(0, pieceBytes + tagBytes), false);
      waiting = waiting.subarray(pieceBytes + tagBytes);
    }
  }
  yield openPiece(waiting, true);
}

async function readHead(path: string): Promise<{ line: Buffer; head: Head }> {
  const file = await open(path).catch((error: NodeJS.ErrnoException) => {
    throw new BackupError(
      error.code === 'ENOENT'
        ? `The file ${path} does not exist.`
        : `${path} cannot be read: ${error.message}.`,
    );
  });
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(longestHead), 0, longestHead, 0);
    const line = buffer.subarray(0, buffer.subarray(0, bytesRead).indexOf('\n') + 1);
    return { line, head: toHead(line) };
  } catch (cause) {
    if (cause instanceof BackupError) throw cause;
    throw new BackupError(
      `${path} is not a Stateside backup, or its first line was altered. Nothing was changed.`,
      { cause },
    );
  } finally {
    await file.close();
  }
}

function toHead(line: Buffer): Head {
  const head = JSON.parse(line.toString()) as Head;
  const isOurs = head.kind === kind && typeof head.salt === 'string' && typeof head.check === 'string';
  if (!isOurs) throw new Error('not our kind');
  if (head.version !== version)
    throw new BackupError(`This version cannot read the backup's format ${head.version}.`);
  // An altered header must not make key derivation take hours or exhaust memory.
  if (!Number.isSafeInteger(Math.log2(head.cost)) || head.cost < 2 || head.cost > defaultCost)
    throw new Error('no cost of ours');
  return head;
}
