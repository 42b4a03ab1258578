/** SQL for what our people write down about an order or a customer. */
import type { Tx } from '#platform/database.ts';

export type NewNote = { id: string; about: { kind: 'order' | 'customer'; id: string }; text: string; authorId: string; now: Date };

export async function insert(tx: Tx, { id, about, text, authorId, now }: NewNote): Promise<void> {
  await tx
    .insertInto('staff_note')
    .values({ id, about_kind: about.kind, about_id: about.id, text, author_id: authorId, created_at: now })
    .execute();
}
