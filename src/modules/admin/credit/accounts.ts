/** Credit accounts as staff list and read them, the aging table, and staff actions on an account. */
import * as contract from '#contract/admin/credit.ts';
import type { Handled, Received } from '#contract/endpoint.ts';
import { creditTerms, daysBetween, utcDay } from '#kernel/credit-terms.ts';
import { DomainError } from '#kernel/errors.ts';
import { add, type Cents, cents, zero } from '#kernel/money.ts';
import { mayDo, type Role } from '#kernel/permissions.ts';
import * as staff from '#modules/credit/account/staff.ts';
import { listMovements, readAccount } from '#modules/credit/account/view.ts';
import * as applications from '#modules/credit/application/store.ts';
import * as freezes from '#modules/credit/ledger/freeze-store.ts';
import { approvedOf } from '#modules/credit/ledger/rules.ts';
import type { Database } from '#platform/database.ts';
import type { Deps } from '#modules/shared/deps.ts';
import type { Person } from '#platform/mount.ts';
import { type RawBuilder, sql } from 'kysely';
import { inOrderOf, type KeysetList, readPage } from '#modules/admin/lists/keyset.ts';
import * as store from './account-store.ts';

type Query = Received<typeof contract.staffListCreditAccounts>['query'];
type Row = Handled<typeof contract.staffListCreditAccounts>['rows'][number];
type Account = Handled<typeof contract.staffReadCreditAccount>;
type Bucket = (typeof contract.lateFrom)[number];

const sorts: Record<Query['sort'], KeysetList['sort']> = {
  newest: { name: 'newest', column: 'credit_account.opened_at', type: 'timestamptz', descending: true },
  oldest: { name: 'oldest', column: 'credit_account.opened_at', type: 'timestamptz', descending: false },
  owed: { name: 'owed', column: 'credit_account.owed_cents', type: 'integer', descending: true },
};

/** The last day of each bucket. */
const untilOf: Record<Bucket, number | null> = { 1: 30, 31: 60, 61: 90, 91: null };

const views: Record<Query['view'], (today: string) => RawBuilder<boolean>> = {
  all: () => sql<boolean>`true`,
  open: () => sql<boolean>`status = 'open'`,
  closed: () => sql<boolean>`status = 'closed'`,
  frozen: () => store.isFrozen,
  past_due: (today) => store.owesLate(today, 1, null),
};

/** `today`: a UTC day. */
export function accountListOf({ view, sort, late }: Omit<Query, 'cursor'>, today: string): KeysetList {
  const inBuckets = late?.map((from) => store.owesLate(today, Number(from), untilOf[from])) ?? [
    sql<boolean>`true`,
  ];
  return {
    name: 'credit-accounts',
    filter: { view, late },
    sort: sorts[sort],
    from: sql`credit_account`,
    id: 'credit_account.id',
    branches: [sql<boolean>`${views[view](today)} and (${sql.join(inBuckets, sql` or `)})`],
  };
}

export const accountRowsOf = async (db: Database, ids: string[], today: string): Promise<Row[]> =>
  inOrderOf(ids, await store.rowsOf(db, ids, today)).map((row) => toRow(row, today));

export async function listAccounts(
  deps: Deps,
  { cursor, ...query }: Query,
): Promise<Handled<typeof contract.staffListCreditAccounts>> {
  const today = utcDay(deps.clock.now());
  const { ids, ...page } = await readPage(deps, accountListOf(query, today), cursor);
  return { rows: await accountRowsOf(deps.db, ids, today), ...page };
}

const toRow = (row: store.AccountRow, today: string): Row => ({
  id: row.id,
  customerId: row.user_id,
  name: row.name,
  email: row.email,
  legalName: row.legal_name ?? '',
  status: row.status,
  openedAt: row.opened_at.toISOString(),
  approvedCredit: approvedOf({ limit: cents(row.limit_cents) }),
  availableCredit: cents(row.available_cents),
  owed: cents(row.owed_cents),
  pastDue: cents(row.past_due_cents),
  daysLate: row.due_first === null ? 0 : daysBetween(row.due_first, today),
  isFrozen: row.is_frozen || row.past_due_cents > 0,
});

export async function readAging({ db, clock }: Deps): Promise<Handled<typeof contract.staffReadAging>> {
  const asOf = utcDay(clock.now());
  const found = new Map((await store.aging(db, asOf)).map((aged) => [aged.from, aged]));
  const buckets = (['not_due', ...contract.lateFrom] as const).map((from) => {
    const aged = found.get(from);
    return {
      from,
      owed: cents(aged?.owed_cents ?? 0),
      invoices: aged?.invoices ?? 0,
      accounts: aged?.accounts ?? 0,
    };
  });
  const sumOf = (invoices: { owed: Cents }[]): Cents => add(zero, ...invoices.map(({ owed }) => owed));
  return {
    asOf,
    owed: sumOf(buckets),
    pastDue: sumOf(buckets.filter(({ from }) => from !== 'not_due')),
    buckets,
  };
}

async function ownerOf(
  { db }: Pick<Deps, 'db'>,
  id: string,
): Promise<NonNullable<Awaited<ReturnType<typeof store.ownerOf>>>> {
  const owner = await store.ownerOf(db, id);
  if (owner === undefined) throw new DomainError('not_found');
  return owner;
}

/** Throws `not_found`. */
export async function readCreditAccount(deps: Deps, caller: Person, id: string): Promise<Account> {
  const owner = await ownerOf(deps, id);
  const [account, open, waiting] = await Promise.all([
    readAccount(deps, { userId: owner.user_id }),
    freezes.openOf(deps.db, id),
    applications.inReviewOf(deps.db, owner.user_id),
  ]);
  return {
    id,
    customerId: owner.user_id,
    name: `${owner.first_name} ${owner.last_name}`.trim(),
    email: owner.email,
    legalName: owner.legal_name === '' ? null : owner.legal_name,
    account,
    freezes: open.map(({ kind, reason, startedAt }) => ({ kind, reason, since: startedAt.toISOString() })),
    inReviewId: waiting?.id ?? null,
    highestLimit: creditTerms.highestLimit,
    acts: actsOf(caller.role, account, open),
  };
}

/** Actions the server would currently accept; it checks again when one is called. */
function actsOf(
  role: Role,
  { status, owed, pastDue }: Pick<Account['account'], 'status' | 'owed' | 'pastDue'>,
  open: freezes.Freeze[],
): Account['acts'] {
  const mayWrite = mayDo(role, 'credit.write');
  const isOpen = status === 'open';
  return {
    changeLimit: mayWrite && isOpen,
    freeze: mayWrite && isOpen && !open.some(({ kind }) => kind === 'staff'),
    unfreeze: mayWrite && open.some(({ kind }) => kind !== 'past_due'),
    writeOff: mayWrite && owed > 0 && (pastDue > 0 || role === 'owner'),
  };
}

export const listBook = async (
  deps: Deps,
  id: string,
  cursor: string | undefined,
): Promise<Handled<typeof contract.staffListCreditMovements>> =>
  listMovements(deps, { userId: (await ownerOf(deps, id)).user_id }, cursor);

/** Runs the action as the caller and returns the updated account. */
async function act(
  deps: Deps,
  caller: Person,
  id: string,
  work: (by: staff.By) => Promise<unknown>,
): Promise<Account> {
  const { user_id: userId } = await ownerOf(deps, id);
  await work({ userId, actorId: caller.userId });
  return readCreditAccount(deps, caller, id);
}

type LimitBody = Received<typeof contract.staffChangeLimit>['body'];

/** Throws `changed_meanwhile`, or `credit_limit_highest`. */
export const changeLimit = (
  deps: Deps,
  caller: Person,
  id: string,
  { from, to, reason }: LimitBody,
): Promise<Account> => act(deps, caller, id, (by) => staff.setLimit(deps, { ...by, seen: from, to, reason }));

export const freezeCredit = (deps: Deps, caller: Person, id: string, reason: string): Promise<Account> =>
  act(deps, caller, id, (by) => staff.freeze(deps, { ...by, reason }));

export const unfreezeCredit = (deps: Deps, caller: Person, id: string): Promise<Account> =>
  act(deps, caller, id, (by) => staff.unfreeze(deps, by));

type WriteOffBody = Received<typeof contract.staffWriteOffCredit>['body'];

/**
 * Throws `changed_meanwhile`, `credit_nothing_owed`, `credit_not_past_due`, or `invalid_request` when the
 * address belongs to another customer.
 */
export async function writeOffCredit(
  deps: Deps,
  caller: Person,
  id: string,
  { owed, reason, email }: WriteOffBody,
): Promise<Account> {
  const owner = await ownerOf(deps, id);
  if (email.toLowerCase() !== owner.email)
    throw new DomainError('invalid_request', 'This does not match the customer’s email address');
  return act(deps, caller, id, (by) =>
    staff.writeOff(deps, { ...by, seen: owed, reason, beforeDue: caller.role === 'owner' }),
  );
}
