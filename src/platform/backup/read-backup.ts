/** Reads a backup twice: once to its end to verify every byte, and only then again to use it. */
import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { type Manifest, type Part, readParts } from './parts.ts';
import { BackupError, unseal } from './sealed-file.ts';

const longestManifest = 50_000_000;

/** Throws `BackupError` when the key is wrong, or the file was truncated or altered. Changes nothing. */
export async function checkBackup(path: string, secret: string): Promise<Manifest> {
  const seen = new Map<string, string>();
  let manifest: Manifest | null = null;
  for await (const part of openBackup(path, secret)) {
    if (part.head.kind === 'manifest') manifest = await readManifest(part);
    else {
      for await (const _chunk of part.content);
      seen.set(nameOf(part.head), describe(part.measured()));
    }
  }
  if (manifest === null) throw new BackupError(`${path} is incomplete: it has no manifest.`);
  const expected = new Map([
    ...manifest.tables.map((table) => [nameOf({ kind: 'table', ...table }), describe(table)] as const),
    ...(manifest.files ?? []).map((file) => [nameOf({ kind: 'file', ...file }), describe(file)] as const),
  ]);
  const wrong = [...new Set([...expected.keys(), ...seen.keys()])].filter(
    (name) => expected.get(name) !== seen.get(name),
  );
  if (wrong.length > 0) throw new BackupError(`${path} does not match its manifest: ${wrong.join(', ')}.`);
  return manifest;
}

const describe = ({ bytes, sha256 }: { bytes: number; sha256: string }): string => `${bytes} ${sha256}`;
const nameOf = (head: Part['head']): string => {
  if (head.kind === 'table') return `table ${head.schema}.${head.name}`;
  return head.kind === 'file' ? `file ${head.name}` : 'manifest';
};

export async function* openBackup(path: string, secret: string): AsyncGenerator<Part> {
  const sealed = Readable.from(unseal(path, secret), { objectMode: false });
  // A read error reaches the reader through the stream, so this result need not be awaited.
  const plain = pipeline(sealed, createGunzip({ chunkSize: 262_144 }), () => undefined);
  try {
    yield* readParts(plain as AsyncIterable<Uint8Array>);
  } finally {
    sealed.destroy();
  }
}

async function readManifest(part: Part): Promise<Manifest> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of part.content) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > longestManifest) throw new BackupError('The manifest is too long to be valid.');
  }
  return JSON.parse(Buffer.concat(chunks).toString()) as Manifest;
}
