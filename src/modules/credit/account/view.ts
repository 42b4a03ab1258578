/**
 * The account as its owner sees it: the limit, debts and their due dates, whether credit is frozen, and the
 * ledger.
 */
import type * as contract from '#contract/credit.ts';
import type { Handled } from '#contract/endpoint.ts';
import { daysBetween, isPastDue, lateBucket, onTimeBonus, utcDay } from '#kernel/credit-terms.ts';
import { DomainError } from '#kernel/errors.ts';
import { add, type Cents, zero } from '#kernel/money.ts';
import * as users from '#modules/accounts/people/store.ts';
import * as audit from '#platform/audit.ts';
import type { Database } from '#platform/database.ts';
import type { Deps } from '#modules/shared/deps.ts';
import type { Person } from '#platform/mount.ts';
import * as applications from '#modules/credit/application/store.ts';
import * as freezes from '#modules/credit/ledger/freeze-store.ts';
import * as movements from '#modules/credit/ledger/movement-store.ts';
import { notify } from '#modules/credit/ledger/notices.ts';
import { closeAccount } from '#modules/credit/ledger/opening.ts';
import { approvedOf } from '#modules/credit/ledger/rules.ts';
import { type Owing, owingOf } from '#modules/credit/ledger/owing-store.ts';
import * as store from '#modules/credit/ledger/store.ts';

type Answer = Handled<typeof contract.readCreditAccount>;
type Invoice = Answer['invoices'][number];

/** For `GET /auth/me`. Zero without an account. */
export async function userCreditsOf(
  db: Database,
  userId: string,
): Promise<{ availableCredit: Cents; approvedCredit: Cents }> {
  const account = await store.findOf(db, userId);
  return account === null
    ? { availableCredit: zero, approvedCredit: zero }
    : { availableCredit: account.available, approvedCredit: approvedOf(account) };
}

export async function readAccount(
  { db, clock, settings }: Deps,
  { userId }: Pick<Person, 'userId'>,
): Promise<Answer> {
  const account = await store.findOf(db, userId);
  const [owing, open] =
    account === null
      ? [[], []]
      : await Promise.all([owingOf(db, account.id), freezes.openOf(db, account.id)]);
  const now = clock.now();
  const lateOrders = new Set(
    owing.filter(({ dueOn }) => isPastDue(dueOn, now)).map(({ orderId }) => orderId),
  );
  const bonusOf = ({ orderId, orderTotal, isBonusLost, bonusBasisPoints }: Owing): Cents | null =>
    account?.status !== 'open' || isBonusLost || lateOrders.has(orderId)
      ? null
      : onTimeBonus(orderTotal, approvedOf(account), bonusBasisPoints);
  const invoices = owing.map((invoice) => ({ ...toInvoice(invoice, now), bonus: bonusOf(invoice) }));
  const { reminderDaysAfter } = settings.current().credit;
  const lateInvoices = invoices.filter(({ daysLate }) => daysLate > 0);
  const [firstLate] = lateInvoices;
  return {
    status: account?.status ?? 'none',
    openedAt: account?.openedAt.toISOString() ?? null,
    approvedCredit: account === null ? zero : approvedOf(account),
    availableCredit: account?.available ?? zero,
    held: account?.hold ?? zero,
    owed: account?.owed ?? zero,
    pastDue: sumOf(lateInvoices),
    // Past-due invoices block credit purchases even before the sweep records the freeze.
    frozen:
      open.length === 0 && firstLate === undefined
        ? null
        : {
            since: (open[0]?.startedAt ?? new Date(`${firstLate?.dueOn}T24:00:00Z`)).toISOString(),
            pastDue: lateInvoices.length > 0,
            byStaff: open.some(({ kind }) => kind !== 'past_due'),
          },
    inCollections: lateInvoices.some(({ daysLate }) => daysLate >= (reminderDaysAfter.at(-1) ?? 0)),
    isWrittenOff: account?.closeReason === 'written_off',
    invoices,
    aging: [
      { from: 'not_due', owed: sumOf(invoices.filter(({ daysLate }) => daysLate === 0)) },
      ...([0, 31, 61, 91] as const).map((bucket) => ({
        from: bucket === 0 ? ('1' as const) : (`${bucket}` as const),
        owed: sumOf(lateInvoices.filter((invoice) => invoice.lateBucket === bucket)),
      })),
    ],
  };
}

const sumOf = (invoices: Invoice[]): Cents => add(...invoices.map(({ owed }) => owed));

const toInvoice = (
  { invoiceId, number, orderId, issuedAt, dueOn, amount, owed, hostedUrl }: Owing,
  now: Date,
): Omit<Invoice, 'bonus'> => ({
  id: invoiceId,
  number,
  orderId,
  issuedAt: issuedAt.toISOString(),
  dueOn,
  amount,
  owed,
  daysLate: Math.max(0, daysBetween(dueOn, utcDay(now))),
  lateBucket: lateBucket(dueOn, now),
  stripeHostedInvoice: hostedUrl,
});

type OnTheWire = Handled<typeof contract.listCreditMovements>['data'][number];

/** `reason` says that staff did it when no person is named: the terminal's user is unknown. */
export const toMovement = (
  { id: _order, at, actorId, approvedAfter, availableAfter, ...movement }: movements.Movement,
  userId: string,
): OnTheWire => ({
  ...movement,
  at: at.toISOString(),
  by: actorId === userId ? 'you' : actorId === null && movement.reason !== 'by_staff' ? 'shop' : 'staff',
  approvedCredit: approvedAfter,
  availableCredit: availableAfter,
});

const pageSize = 50;

export async function listMovements(
  { db }: Deps,
  { userId }: Pick<Person, 'userId'>,
  cursor: string | undefined,
): Promise<Handled<typeof contract.listCreditMovements>> {
  const account = await store.findOf(db, userId);
  const found =
    account === null
      ? []
      : await movements.page(db, account.id, cursor === undefined ? null : Number(cursor), pageSize + 1);
  const data = found.slice(0, pageSize).map((movement) => toMovement(movement, userId));
  return { data, nextCursor: found.length > pageSize ? String(found[pageSize - 1]?.id) : null };
}

/** Throws `credit_none`, or `credit_owes` while anything is held or owed. */
export async function closeCredit(deps: Deps, caller: Person): Promise<Answer> {
  await deps.db.transaction().execute(async (tx) => {
    await users.lock(tx, caller.userId);
    const account = await store.lockOf(tx, caller.userId);
    if (account === null || account.status === 'closed') throw new DomainError('credit_none');
    await closeAccount(tx, deps, account, 'by_customer');
    const waiting = await applications.inReviewOf(tx, caller.userId);
    if (waiting !== null) await applications.close(tx, waiting.id, 'withdrawn', deps.clock.now());
    const key = `closed:${account.id}:${deps.clock.now().toISOString()}`;
    await notify(tx, deps, { key, userId: caller.userId, say: { kind: 'credit_closed' } });
    await audit.record(tx, deps, { ...audit.by(caller), action: 'credit_closed', object: account.id });
  });
  return readAccount(deps, caller);
}
