/**
 * The content of a sealed file: parts in sequence. Each is a line of JSON, then chunks with their lengths,
 * then a length of zero. The last part is the manifest, which lists what must be present.
 */
import { createHash, type Hash } from 'node:crypto';
import { BackupError } from './sealed-file.ts';
import type { Applied, Sequence, Table } from './catalog.ts';

export type Head = ({ kind: 'table' } & Table) | { kind: 'file'; name: string } | { kind: 'manifest' };

export type Measured = { bytes: number; sha256: string };
export type Manifest = {
  /** The moment of the snapshot, by the database's clock. */
  takenAt: string;
  shopId: string;
  /** Derived from SESSION_SECRET, to check whether another installation has the same one. */
  secretMark: string;
  server: string;
  migrations: Applied[];
  jobsVersion: number | null;
  tables: (Table & Measured & { rows: number })[];
  sequences: Sequence[];
  /** Null when uploads are in a bucket, which has its own copies. */
  files: ({ name: string } & Measured)[] | null;
};

const lengthOf = (bytes: number): Buffer => {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes);
  return length;
};
const end = lengthOf(0);

/** Returns the measurements of the part and the return value of `content`. */
export async function* writePart<Result>(
  head: Head,
  content: AsyncGenerator<Uint8Array, Result>,
): AsyncGenerator<Uint8Array, Measured & { result: Result }> {
  const line = Buffer.from(JSON.stringify(head));
  yield Buffer.concat([lengthOf(line.length), line]);
  const hash = createHash('sha256');
  let bytes = 0;
  for (;;) {
    const step = await content.next();
    if (step.done) {
      yield end;
      return { bytes, sha256: hash.digest('hex'), result: step.value };
    }
    if (step.value.length === 0) continue;
    hash.update(step.value);
    bytes += step.value.length;
    yield lengthOf(step.value.length);
    yield step.value;
  }
}

export type Part = { head: Head; content: AsyncGenerator<Buffer, void>; measured(): Measured };

/** Yields the parts in order. Content that the reader leaves unread is skipped before the next part. */
export async function* readParts(stream: AsyncIterable<Uint8Array>): AsyncGenerator<Part> {
  const take = taker(stream);
  for (;;) {
    const first = await take(4, true);
    if (first === null) return;
    const line = await take(first.readUInt32BE(), false);
    const head = JSON.parse(line?.toString() ?? '') as Head;
    const state: { hash: Hash; bytes: number; hasEnded: boolean } = {
      hash: createHash('sha256'),
      bytes: 0,
      hasEnded: false,
    };
    const content = (async function* () {
      while (!state.hasEnded) {
        const length = (await take(4, false))?.readUInt32BE() ?? 0;
        const chunk = length === 0 ? null : await take(length, false);
        if (chunk === null) state.hasEnded = true;
        else {
          state.hash.update(chunk);
          state.bytes += chunk.length;
          yield chunk;
        }
      }
    })();
    yield {
      head,
      content,
      measured: () => ({ bytes: state.bytes, sha256: state.hash.copy().digest('hex') }),
    };
    while (!(await content.next()).done);
  }
}

/** Reads exact lengths from a stream. Returns null at its end where an end is allowed. */
function taker(
  stream: AsyncIterable<Uint8Array>,
): (length: number, mayEnd: boolean) => Promise<Buffer | null> {
  const source = stream[Symbol.asyncIterator]();
  let waiting = Buffer.alloc(0);
  return async (length, mayEnd) => {
    const chunks = [waiting];
    let have = waiting.length;
    while (have < length) {
      const step = await source.next();
      if (step.done) {
        if (mayEnd && have === 0) return null;
        throw new BackupError('The backup is truncated.');
      }
      chunks.push(Buffer.from(step.value));
      have += step.value.length;
    }
    const all = Buffer.concat(chunks);
    waiting = all.subarray(length);
    return all.subarray(0, length);
  };
}
