/** SQL for images. Their files are in the file store. */
import { DomainError } from '#kernel/errors.ts';
import type { Database, Tx } from '#platform/database.ts';
import { drawings } from './drawings.ts';

export type Picture = {
  id: string;
  state: 'waiting' | 'ready' | 'failed';
  width: number;
  height: number;
  problem: string;
};

export async function insert(tx: Tx, picture: Picture & { by: string; at: Date }): Promise<void> {
  const { by, at, ...row } = picture;
  await tx
    .insertInto('picture')
    .values({ ...row, uploaded_by: by, created_at: at })
    .execute();
}

export async function find(db: Database | Tx, id: string): Promise<Picture | null> {
  const row = await db
    .selectFrom('picture')
    .select(['id', 'state', 'width', 'height', 'problem'])
    .where('id', '=', id)
    .executeTakeFirst();
  return row ?? null;
}

/** Unordered. */
export async function findAll(db: Database, ids: string[]): Promise<(Picture & { createdAt: Date })[]> {
  if (ids.length === 0) return [];
  const columns = ['id', 'state', 'width', 'height', 'problem', 'created_at'] as const;
  const rows = await db.selectFrom('picture').select(columns).where('id', 'in', ids).execute();
  return rows.map(({ created_at: createdAt, ...picture }) => ({ ...picture, createdAt }));
}

/** Updates pending images only, and only once. */
export async function settle(db: Database, id: string, problem: string): Promise<void> {
  await db
    .updateTable('picture')
    .set({ state: problem === '' ? 'ready' : 'failed', problem })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .execute();
}

export const mediaPath = '/media/';

/** Returns `picture_not_found` or `picture_not_ready`; null when the image can be shown. */
export async function pictureRefusal(db: Database | Tx, address: string): Promise<DomainError | null> {
  if (drawings.has(address)) return null;
  const picture = address.startsWith(mediaPath) ? await find(db, address.slice(mediaPath.length)) : null;
  if (picture === null) return new DomainError('picture_not_found');
  return picture.state === 'ready' ? null : new DomainError('picture_not_ready');
}

/** Throws the error that `pictureRefusal` returns. */
export async function assertPictureReady(tx: Tx, address: string): Promise<void> {
  const refusal = await pictureRefusal(tx, address);
  if (refusal !== null) throw refusal;
}
