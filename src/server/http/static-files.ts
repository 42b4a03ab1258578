/**
 * Serves the built files in the smallest encoding that the browser accepts. Common files are read at startup
 * and stay in memory; pictures and rare encodings, which are most of the bytes, are read from disk. Only
 * files that exist at startup are served, so path traversal is impossible. Names under /assets contain a hash
 * and never change.
 */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import { edgeKeys } from '#kernel/edge-keys.ts';
import { edgeHeaders } from './edge-headers.ts';
import { commonHeaders } from './security-headers.ts';

export type Encoding = 'br' | 'gzip';
/** The bytes, or the path of a file on disk. */
type Content = Buffer | string;
type StaticFile = {
  type: string;
  /** Hash of the uncompressed content. */
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

/** Post covers, and the cards that other sites show for our pages. */
const pictures: ReadonlySet<string> = new Set(['.png', '.avif']);

/**
 * Reads a folder of built files. A file's address is its path in the folder; names that start with a dot are
 * skipped.
 */
export async function readStaticFiles(folder: string): Promise<StaticFiles> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const allowed = new Set(paths);
  const files = await Promise.all(
    paths
      .filter((path) => types[extname(path)] !== undefined)
      .map(async (path) => {
        const address = `/${relative(folder, path).split(sep).join('/')}`;
        return [address, await readStaticFile(path, allowed)] as const;
      }),
  );
  return new Map(files.filter(([address]) => !address.includes('/.')));
}

async function readStaticFile(path: string, allowed: Set<string>): Promise<StaticFile> {
  const plain = await readFile(path);
  const encoded: StaticFile['encoded'] = {};
  if (allowed.has(`${path}.br`)) encoded.br = await readFile(`${path}.br`);
  if (allowed.has(`${path}.gz`)) encoded.gzip = `${path}.gz`;
  const etag = createHash('sha256').update(plain).digest('base64url').slice(0, 22);
  const isServedFromDisk = encoded.br !== undefined || pictures.has(extname(path));
  return {
    type: types[extname(path)] ?? 'application/octet-stream',
    etag,
    plain: isServedFromDisk ? path : plain,
    encoded,
  };
}

/** Cache lifetime of a file whose name has no hash: it may change with the next version. */
const storedSeconds = 3_600;

/** Returns the response for a file, or null when the address is not one of our files. */
export async function answerStatic(files: StaticFiles, request: Request): Promise<Response | null> {
  const { pathname } = new URL(request.url);
  const file = files.get(pathname);
  if (file === undefined || !['GET', 'HEAD'].includes(request.method)) return null;
  const encoding = preferredEncoding(request, file.encoded);
  const headers: Record<string, string> = {
    ...commonHeaders,
    // Other sites embed the cards of our pages and the covers of our posts.
    ...(/^\/(cards|blog)\//.test(pathname) ? { 'cross-origin-resource-policy': 'cross-origin' } : {}),
    'content-type': file.type,
    'cache-control': pathname.startsWith('/assets/')
      ? 'public, max-age=31536000, immutable'
      : `public, max-age=${storedSeconds}`,
    ...(pathname.startsWith('/assets/') ? {} : edgeHeaders([edgeKeys.files], storedSeconds)),
    'content-security-policy':
      "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox",
    etag: tagOf(file.etag, encoding),
    vary: 'accept-encoding',
  };
  if (clientHas(request, file.etag)) return new Response(null, { status: 304, headers });
  const content = (encoding && file.encoded[encoding]) ?? file.plain;
  // The file was deleted by a new build while the shop runs.
  const body = typeof content === 'string' ? await readFile(content).catch(() => null) : content;
  if (body === null) return null;
  if (encoding) headers['content-encoding'] = encoding;
  headers['content-length'] = String(body.length);
  return new Response(request.method === 'HEAD' ? null : new Uint8Array(body), { headers });
}

/** Encodings that the browser accepts, best first. A quality of zero means no. */
export function preferredEncoding(
  request: Request,
  offered: Partial<Record<Encoding, unknown>>,
): Encoding | undefined {
  const accepted = (request.headers.get('accept-encoding') ?? '')
    .split(',')
    .map((part) => part.trim().toLowerCase());
  const takes = (name: Encoding): boolean =>
    accepted.some((part) => part.split(';')[0] === name && !/;\s*q=0(\.0+)?$/.test(part));
  return (['br', 'gzip'] as const).find((name) => offered[name] !== undefined && takes(name));
}

/** Strong ETag of one encoding, because each encoding has different bytes. */
export const tagOf = (etag: string, encoding: Encoding | undefined): string =>
  `"${etag}${encoding ? `-${encoding}` : ''}"`;

/** True when the client already has this content, in any encoding. */
export function clientHas(request: Request, etag: string): boolean {
  const etags = request.headers.get('if-none-match');
  return (
    etags !== null && (etags.trim() === '*' || etags.includes(`"${etag}"`) || etags.includes(`"${etag}-`))
  );
}
