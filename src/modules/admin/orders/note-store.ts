/** SQL for staff notes about an order, a customer, or a message. */
import type { Database, Tx } from '#platform/database.ts';

export type NewNote = {
  id: string;
  about: { kind: 'order' | 'customer' | 'message'; id: string };
  text: string;
  authorId: string;
  now: Date;
};

export async function insert(tx: Tx, { id, about, text, authorId, now }: NewNote): Promise<void> {
  await tx
    .insertInto('staff_note')
    .values({ id, about_kind: about.kind, about_id: about.id, text, author_id: authorId, created_at: now })
    .execute();
}

/** Newest first. */
export const notesOf = (db: Database, { kind, id }: NewNote['about']) =>
  db
    .selectFrom('staff_note')
    .innerJoin('app_user', 'app_user.id', 'author_id')
    .select(['staff_note.id', 'text', 'staff_note.created_at', 'first_name', 'last_name'])
    .where('about_kind', '=', kind)
    .where('about_id', '=', id)
    .orderBy('staff_note.created_at', 'desc')
    .orderBy('staff_note.id')
    .execute();
