/**
 * Disables demo data when a shop with real processor keys starts on the database: everything here belongs to
 * the sandbox or is publicly known. Sandbox customers need no change, because the real processor does not
 * have them and the next purchase creates new ones.
 */
import type { Database, Tx } from '#platform/database.ts';
import { creditPeople } from './credit-people.ts';
import { demoPeople } from './people.ts';
import { staffPeople } from './staff-people.ts';

const demoIds = [...demoPeople, ...creditPeople, ...staffPeople].map(({ id }) => id);

/** Remaining records that count play money, reported to the operator. */
export type LeftOver = { paidOrders: number; creditAccounts: number };

/** `closed`: the addresses that could still log in. `leftOver`: null unless this start ends the demo. */
export type Retired = { closed: string[]; leftOver: LeftOver | null };

/**
 * Disables the demo people, whose passwords are public, and ends their sessions, impersonation grants, and
 * links. Staff also lose their second factor, whose secret the sandbox has. Safe to repeat at every start.
 */
export const retireDemonstration = (db: Database, now: Date): Promise<Retired> =>
  db.transaction().execute(async (tx) => {
    const people = await tx
      .selectFrom('app_user')
      .select(['id', 'email', 'disabled_at'])
      .where('id', 'in', demoIds)
      .orderBy('id')
      .forUpdate()
      .execute();
    const open = people.filter(({ disabled_at: disabledAt }) => disabledAt === null);
    if (people.length > 0) await closeAccounts(tx, now);
    if (open.length === 0) return { closed: [], leftOver: null };
    await endAtSandbox(tx, now);
    return { closed: open.map(({ email }) => email).toSorted(), leftOver: await countLeftOver(tx) };
  });

async function closeAccounts(tx: Tx, now: Date): Promise<void> {
  await tx
    .updateTable('app_user')
    .set({ disabled_at: now })
    .where('id', 'in', demoIds)
    .where('disabled_at', 'is', null)
    .execute();
  // An operator who enables one of them later has to set a password first.
  await tx
    .updateTable('app_user')
    .set({
      password_hash: null,
      password_changed_at: null,
      two_factor_secret: null,
      two_factor_enabled_at: null,
      two_factor_last_step: null,
    })
    .where('id', 'in', demoIds)
    .execute();
  await tx.deleteFrom('recovery_code').where('user_id', 'in', demoIds).execute();
  await tx
    .updateTable('session')
    .set({ revoked_at: now, revoke_reason: 'ended_by_admin' })
    .where('user_id', 'in', demoIds)
    .where('revoked_at', 'is', null)
    .execute();
  await tx
    .updateTable('impersonation_grant')
    .set({ revoked_at: now })
    .where((eb) => eb.or([eb('admin_id', 'in', demoIds), eb('target_id', 'in', demoIds)]))
    .where('revoked_at', 'is', null)
    .execute();
  await tx
    .updateTable('one_time_token')
    .set({ voided_at: now })
    .where('user_id', 'in', demoIds)
    .where('used_at', 'is', null)
    .where('voided_at', 'is', null)
    .execute();
}

/**
 * Ends cards, subscriptions, and keys that exist only in the sandbox. They cannot be charged or used for
 * reports.
 */
async function endAtSandbox(tx: Tx, now: Date): Promise<void> {
  await tx.deleteFrom('credit_autopay').execute();
  await tx
    .updateTable('card_setup')
    .set({ status: 'canceled' })
    .where('status', 'in', ['creating', 'open'])
    .execute();
  await tx
    .updateTable('subscription_card_setup')
    .set({ status: 'canceled' })
    .where('status', 'in', ['creating', 'open'])
    .execute();
  await tx
    .updateTable('bureau_connection')
    .set({ state: 'ended', ended_at: now, key_sealed: null })
    .where('state', '<>', 'ended')
    .execute();
  const ended = await tx
    .updateTable('subscription')
    .set({ status: 'ended', ended_at: now, end_reason: 'by_staff', change_due: false })
    .where('status', 'in', ['starting', 'active', 'past_due'])
    .returning('id')
    .execute();
  if (ended.length === 0) return;
  await tx
    .updateTable('invoice')
    .set({ status: 'void', closed_at: now })
    .where(
      'subscription_id',
      'in',
      ended.map(({ id }) => id),
    )
    .where('status', 'in', ['draft', 'open'])
    .execute();
}

async function countLeftOver(tx: Tx): Promise<LeftOver> {
  const count = async (rows: Promise<{ count: number }>): Promise<number> => Number((await rows).count);
  const [paidOrders, creditAccounts] = [
    await count(
      tx
        .selectFrom('shop_order')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where('status', 'in', ['in_progress', 'completed'])
        .executeTakeFirstOrThrow(),
    ),
    await count(
      tx
        .selectFrom('credit_account')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow(),
    ),
  ];
  return { paidOrders, creditAccounts };
}
