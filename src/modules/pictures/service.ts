/** Processes an upload into the files served to visitors. */
import { randomBytes } from 'node:crypto';
import type * as contract from '#contract/admin/pictures.ts';
import type { Handled } from '#contract/endpoint.ts';
import { DomainError } from '#kernel/errors.ts';
import * as audit from '#platform/audit.ts';
import type { Deps } from '#modules/shared/deps.ts';
import type { Person } from '#platform/mount.ts';
import type { FileStore } from '#ports/file-store.ts';
import { makeVariants, measure } from './encode.ts';
import { drawingTask } from './read-drawing.ts';
import { kindOfPixels, type PixelKind, svgAtMostBytes } from './rules.ts';
import * as store from './store.ts';

export type PictureDeps = Pick<Deps, 'db' | 'jobs' | 'clock' | 'keys' | 'log' | 'files' | 'parsing'>;
type Wire = Handled<typeof contract.staffUploadPicture>;

const originalOf = (id: string): string => `original/${id}`;
/** The storage path of an image's files, and its public address. */
export const fileOf = (id: string): string => `media/${id}`;

const toWire = (picture: store.Picture): Wire => ({ ...picture, address: `${store.mediaPath}${picture.id}` });

/** Throws `picture_type`, `picture_broken`, `picture_too_large` and `content_too_complex`. */
export async function upload(deps: PictureDeps, caller: Person, bytes: Uint8Array): Promise<Wire> {
  const kind = kindOfPixels(bytes);
  if (kind !== null) return uploadPixels(deps, caller, bytes, kind);
  if (bytes.length > svgAtMostBytes) throw new DomainError('picture_type');
  return uploadDrawing(deps, caller, bytes);
}

const freshName = (): string => randomBytes(17).toString('base64url').slice(0, 22);

async function uploadDrawing(deps: PictureDeps, caller: Person, bytes: Uint8Array): Promise<Wire> {
  const { svg, width, height } = await deps.parsing.run(drawingTask, bytes);
  const picture: store.Picture = { id: `${freshName()}.svg`, state: 'ready', width, height, problem: '' };
  await deps.files.write(fileOf(picture.id), Buffer.from(svg), 'image/svg+xml');
  await keep(deps, caller, picture, { kind: 'svg', bytes: bytes.length });
  return toWire(picture);
}

async function uploadPixels(
  deps: PictureDeps,
  caller: Person,
  bytes: Uint8Array,
  kind: PixelKind,
): Promise<Wire> {
  const size = await measure(bytes, kind);
  if (size === 'broken') throw new DomainError('picture_broken');
  if (size === 'too_large') throw new DomainError('picture_too_large');
  const picture: store.Picture = { id: freshName(), state: 'waiting', ...size, problem: '' };
  await deps.files.write(originalOf(picture.id), bytes, 'application/octet-stream');
  await keep(deps, caller, picture, { kind, bytes: bytes.length });
  return toWire(picture);
}

/** Write files first: a row without its file would wait forever. A file without a row only wastes space. */
async function keep(
  deps: PictureDeps,
  caller: Person,
  picture: store.Picture,
  detail: { kind: string; bytes: number },
): Promise<void> {
  await deps.db.transaction().execute(async (tx) => {
    await store.insert(tx, { ...picture, by: caller.userId, at: deps.clock.now() });
    if (picture.state === 'waiting') await deps.jobs.enqueue(tx, 'make-picture', { pictureId: picture.id });
    await audit.recordStaffAct(tx, deps, caller, {
      action: 'picture_uploaded',
      object: picture.id,
      after: picture,
      detail,
    });
  });
}

/** Throws `picture_not_found`. */
export async function read({ db }: Pick<Deps, 'db'>, id: string): Promise<Wire> {
  const picture = await store.find(db, id);
  if (picture === null) throw new DomainError('picture_not_found');
  return toWire(picture);
}

/** The job behind an upload. Safe to repeat, because the same original produces the same files. */
export async function make(deps: PictureDeps, id: string): Promise<void> {
  const picture = await store.find(deps.db, id);
  if (picture?.state !== 'waiting') return;
  const original = await deps.files.read(originalOf(id));
  const variants =
    original === null
      ? null
      : await makeVariants(original).catch((error: unknown) => broken(deps, id, error));
  if (variants !== null) await writeAll(deps.files, id, variants);
  await store.settle(deps.db, id, variants === null ? new DomainError('picture_broken').message : '');
  await deps.files.remove(originalOf(id));
}

function broken({ log }: PictureDeps, id: string, error: unknown): null {
  log.warn({ err: error, picture: id }, 'a picture could not be read');
  return null;
}

async function writeAll(
  files: FileStore,
  id: string,
  variants: Awaited<ReturnType<typeof makeVariants>>,
): Promise<void> {
  for (const { suffix, content, contentType } of variants)
    await files.write(`${fileOf(id)}${suffix}`, content, contentType);
}
