/** SQL for guest customers at the processor, one per address. */
import type { Database, Tx } from '#platform/database.ts';
import type { CustomerRequest } from '#ports/card-wallet.ts';

export type Guest = {
  id: string;
  request: CustomerRequest;
  generation: number;
  keyedAt: Date;
  customerRef: string | null;
};

const columns = ['id', 'request', 'generation', 'keyed_at', 'customer_ref'] as const;

/** The first row of an address wins. */
export async function ensure(
  db: Database,
  { id, email, name, now }: { id: string; email: string; name: string; now: Date },
): Promise<Guest> {
  const request = { userId: id, email, name } satisfies CustomerRequest;
  await db
    .insertInto('guest_customer')
    .values({ id, email, request: JSON.stringify(request), keyed_at: now })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .execute();
  const row = await db
    .selectFrom('guest_customer')
    .select(columns)
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  return toGuest(row);
}

const toGuest = (row: {
  id: string;
  request: unknown;
  generation: number;
  keyed_at: Date;
  customer_ref: string | null;
}): Guest => ({
  id: row.id,
  request: row.request as CustomerRequest,
  generation: row.generation,
  keyedAt: row.keyed_at,
  customerRef: row.customer_ref,
});

/** Null: a concurrent request renewed it. */
export async function renewKey(db: Database, { id, generation }: Guest, now: Date): Promise<number | null> {
  const renewed = await db
    .updateTable('guest_customer')
    .set({ generation: generation + 1, keyed_at: now })
    .where('id', '=', id)
    .where('generation', '=', generation)
    .executeTakeFirst();
  return renewed.numUpdatedRows === 1n ? generation + 1 : null;
}

/** The first reference wins; returns the stored one. */
export async function recordCustomer(db: Database, id: string, customerRef: string): Promise<string> {
  await db
    .updateTable('guest_customer')
    .set({ customer_ref: customerRef })
    .where('id', '=', id)
    .where('customer_ref', 'is', null)
    .execute();
  const row = await db
    .selectFrom('guest_customer')
    .select('customer_ref')
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.customer_ref ?? customerRef;
}

export async function find(db: Database, id: string): Promise<Guest | null> {
  const row = await db.selectFrom('guest_customer').select(columns).where('id', '=', id).executeTakeFirst();
  return row ? toGuest(row) : null;
}

export const findIdByEmail = async (tx: Tx, email: string): Promise<string | null> =>
  (await tx.selectFrom('guest_customer').select('id').where('email', '=', email).executeTakeFirst())?.id ??
  null;

export async function deleteGuest(db: Database, id: string): Promise<void> {
  await db.deleteFrom('guest_customer').where('id', '=', id).execute();
}
