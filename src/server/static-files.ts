/**
 * The built files, answered with the smallest encoding the browser takes. What every browser asks for is read once at start and stays in memory;
 * pictures, and what hardly any browser takes, come from the disk: they are most of the bytes.
 * Only files that exist at start are served, so no path can lead anywhere else. Names under /assets carry a hash and never change.
 */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import { edgeKeys } from '#kernel/edge-keys.ts';
import { edgeHeaders } from './edge-headers.ts';
import { commonHeaders } from './security-headers.ts';

export type Encoding = 'br' | 'gzip';
/** Itself, or where it lies on the disk. */
type Content = Buffer | string;
type StaticFile = {
  type: string;
  /** Of its content, in no encoding. */
  etag: string;
  plain: Content;
  encoded: Partial<Record<Encoding, Content>>;
};
export type StaticFiles = ReadonlyMap<string, StaticFile>;

const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.png': 'image/png',
  '.avif': 'image/avif',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.xml': 'application/xml; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
};

/** The covers of posts, and the cards that other sites show of our pages. */
const pictures: ReadonlySet<string> = new Set(['.png', '.avif']);

/** Reads a folder of built files. The address of each is its path below the folder; names that start with a dot stay unseen. */
export async function readStaticFiles(folder: string): Promise<StaticFiles> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const known = new Set(paths);
  const files = await Promise.all(
    paths
      .filter((path) => types[extname(path)] !== undefined)
      .map(async (path) => {
        const address = `/${relative(folder, path).split(sep).join('/')}`;
        return [address, await readStaticFile(path, known)] as const;
      }),
  );
  return new Map(files.filter(([address]) => !address.includes('/.')));
}

async function readStaticFile(path: string, known: Set<string>): Promise<StaticFile> {
  const plain = await readFile(path);
  const encoded: StaticFile['encoded'] = {};
  if (known.has(`${path}.br`)) encoded.br = await readFile(`${path}.br`);
  if (known.has(`${path}.gz`)) encoded.gzip = `${path}.gz`;
  const etag = createHash('sha256').update(plain).digest('base64url').slice(0, 22);
  const staysOnDisk = encoded.br !== undefined || pictures.has(extname(path));
  return { type: types[extname(path)] ?? 'application/octet-stream', etag, plain: staysOnDisk ? path : plain, encoded };
}

/** A file whose name stays may change with the next version. */
const storedSeconds = 3_600;

/** The answer for a file, or null when the address is no file of ours. */
export async function answerStatic(files: StaticFiles, request: Request): Promise<Response | null> {
  const { pathname } = new URL(request.url);
  const file = files.get(pathname);
  if (file === undefined || !['GET', 'HEAD'].includes(request.method)) return null;
  const encoding = preferredEncoding(request, file.encoded);
  const headers: Record<string, string> = {
    ...commonHeaders,
    // Other sites show the cards of our pages and the covers of our posts.
    ...(/^\/(cards|blog)\//.test(pathname) ? { 'cross-origin-resource-policy': 'cross-origin' } : {}),
    'content-type': file.type,
    'cache-control': pathname.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : `public, max-age=${storedSeconds}`,
    ...(pathname.startsWith('/assets/') ? {} : edgeHeaders([edgeKeys.files], storedSeconds)),
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox",
    etag: tagOf(file.etag, encoding),
    vary: 'accept-encoding',
  };
  if (isKnown(request, file.etag)) return new Response(null, { status: 304, headers });
  const content = (encoding && file.encoded[encoding]) ?? file.plain;
  // Gone from the disk: somebody has built anew beneath us.
  const body = typeof content === 'string' ? await readFile(content).catch(() => null) : content;
  if (body === null) return null;
  if (encoding) headers['content-encoding'] = encoding;
  headers['content-length'] = String(body.length);
  return new Response(request.method === 'HEAD' ? null : new Uint8Array(body), { headers });
}

/** What the browser takes, best first; a quality of zero means no. */
export function preferredEncoding(request: Request, offered: Partial<Record<Encoding, unknown>>): Encoding | undefined {
  const accepted = (request.headers.get('accept-encoding') ?? '').split(',').map((part) => part.trim().toLowerCase());
  const takes = (name: Encoding): boolean => accepted.some((part) => part.split(';')[0] === name && !/;\s*q=0(\.0+)?$/.test(part));
  return (['br', 'gzip'] as const).find((name) => offered[name] !== undefined && takes(name));
}

/** The strong ETag of a content in one encoding: each is other bytes. */
export const tagOf = (etag: string, encoding: Encoding | undefined): string => `"${etag}${encoding ? `-${encoding}` : ''}"`;

/** True for whoever has that content already. The same content in another encoding is the same: whoever has either needs neither. */
export function isKnown(request: Request, etag: string): boolean {
  const known = request.headers.get('if-none-match');
  return known !== null && (known.trim() === '*' || known.includes(`"${etag}"`) || known.includes(`"${etag}-`));
}
