/** SQL for customers at the processor, and for their attempts to save a card. No card is stored here. */
import type { Database, Tx } from '#platform/database.ts';
import type { CustomerRequest, SetupState } from '#ports/card-wallet.ts';

/** Null: the user has no customer at the processor yet. */
export const findCustomerRef = async (db: Database | Tx, userId: string): Promise<string | null> =>
  (await db.selectFrom('app_user').select('customer_ref').where('id', '=', userId).executeTakeFirst())
    ?.customer_ref ?? null;

/** The user of a customer reference; undefined when it belongs to no account. */
export const findByCustomerRef = (db: Database | Tx, customerRef: string) =>
  db
    .selectFrom('app_user')
    .select(['id', 'email', 'first_name', 'last_name', 'phone', 'country', 'address'])
    .where('customer_ref', '=', customerRef)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();

const person = (db: Database | Tx, userId: string) =>
  db
    .selectFrom('app_user')
    .select(['customer_ref', 'email', 'first_name', 'last_name'])
    .where('id', '=', userId)
    .where('deleted_at', 'is', null);

/** Undefined: the account is closed. */
export const findPerson = (db: Database, userId: string) => person(db, userId).executeTakeFirst();

/** Locks the user, so that only one customer is ever requested. Undefined: the account is closed. */
export const lockPerson = (tx: Tx, userId: string) => person(tx, userId).forNoKeyUpdate().executeTakeFirst();

export type Opening = { request: CustomerRequest; generation: number; keyedAt: Date };

export async function findOpening(
  tx: Tx,
  userId: string,
): Promise<{ request: CustomerRequest | null; generation: number; keyedAt: Date } | null> {
  const row = await tx
    .selectFrom('customer_request')
    .selectAll()
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (!row) return null;
  return {
    request: row.request as CustomerRequest | null,
    generation: row.generation,
    keyedAt: row.keyed_at,
  };
}

export async function saveOpening(tx: Tx, { request, generation, keyedAt }: Opening): Promise<void> {
  const row = { request: JSON.stringify(request), generation, keyed_at: keyedAt };
  await tx
    .insertInto('customer_request')
    .values({ user_id: request.userId, ...row })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
    .execute();
}

/** The first reference wins. Returns the stored one, or null when the account was closed in the meantime. */
export async function recordCustomerRef(tx: Tx, userId: string, customerRef: string): Promise<string | null> {
  const person = await lockPerson(tx, userId);
  if (!person) return null;
  if (person.customer_ref !== null) return person.customer_ref;
  await tx.updateTable('app_user').set({ customer_ref: customerRef }).where('id', '=', userId).execute();
  await tx.updateTable('customer_request').set({ request: null }).where('user_id', '=', userId).execute();
  return customerRef;
}

/**
 * Clears a reference that the processor no longer has. Returns false when another request already cleared it.
 */
export async function clearCustomerRef(db: Database, userId: string, customerRef: string): Promise<boolean> {
  const forgotten = await db
    .updateTable('app_user')
    .set({ customer_ref: null })
    .where('id', '=', userId)
    .where('customer_ref', '=', customerRef)
    .executeTakeFirst();
  return forgotten.numUpdatedRows === 1n;
}

export type SetupRow = {
  id: string;
  userId: string;
  attempt: string | null;
  holderName: string;
  customerRef: string;
  setupRef: string | null;
};

const setupColumns = ['id', 'user_id', 'attempt', 'holder_name', 'customer_ref', 'setup_ref'] as const;

/** The attempt that currently holds this key, or null. */
export async function findSetup(db: Database, userId: string, attempt: string): Promise<SetupRow | null> {
  const row = await db
    .selectFrom('card_setup')
    .select(setupColumns)
    .where('user_id', '=', userId)
    .where('attempt', '=', attempt)
    .executeTakeFirst();
  return row === undefined ? null : toSetup(row);
}

/** Releases the key of a finished attempt for the next one. */
export async function releaseAttempt(db: Database, id: string): Promise<void> {
  await db.updateTable('card_setup').set({ attempt: null }).where('id', '=', id).execute();
}

export const setupsSince = async (tx: Tx, userId: string, since: Date): Promise<Date[]> =>
  (
    await tx
      .selectFrom('card_setup')
      .select('created_at')
      .where('user_id', '=', userId)
      .where('created_at', '>', since)
      .execute()
  ).map((row) => row.created_at);

/** Returns the existing row when the same attempt was written before. */
export async function insertSetup(
  tx: Tx,
  setup: Omit<SetupRow, 'setupRef'> & { now: Date },
): Promise<SetupRow> {
  await tx
    .insertInto('card_setup')
    .values({
      id: setup.id,
      user_id: setup.userId,
      attempt: setup.attempt,
      holder_name: setup.holderName,
      customer_ref: setup.customerRef,
      status: 'creating',
      created_at: setup.now,
    })
    .onConflict((conflict) => conflict.columns(['user_id', 'attempt']).doNothing())
    .execute();
  const row = await tx
    .selectFrom('card_setup')
    .select(setupColumns)
    .where('user_id', '=', setup.userId)
    .where((eb) => (setup.attempt === null ? eb('id', '=', setup.id) : eb('attempt', '=', setup.attempt)))
    .executeTakeFirstOrThrow();
  return toSetup(row);
}

type RawSetup = {
  id: string;
  user_id: string;
  attempt: string | null;
  holder_name: string;
  customer_ref: string;
  setup_ref: string | null;
};

const toSetup = (row: RawSetup): SetupRow => ({
  id: row.id,
  userId: row.user_id,
  attempt: row.attempt,
  holderName: row.holder_name,
  customerRef: row.customer_ref,
  setupRef: row.setup_ref,
});

const statuses: Record<SetupState, 'open' | 'succeeded' | 'canceled'> = {
  needs_card: 'open',
  needs_action: 'open',
  processing: 'open',
  succeeded: 'succeeded',
  canceled: 'canceled',
};

/**
 * Records the processor's state. A final state never changes. Returns the user ID when the state is new,
 * otherwise null.
 */
export async function moveSetup(
  db: Database | Tx,
  id: string,
  { setupRef, state }: { setupRef: string; state: SetupState },
): Promise<string | null> {
  const status = statuses[state];
  const moved = await db
    .updateTable('card_setup')
    .set({ setup_ref: setupRef, status })
    .where('id', '=', id)
    .where('status', 'in', ['creating', 'open'])
    .where((eb) => eb.or([eb('status', '<>', status), eb('setup_ref', 'is', null)]))
    .returning('user_id')
    .executeTakeFirst();
  return moved?.user_id ?? null;
}
