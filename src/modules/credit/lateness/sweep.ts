/**
 * Applies the effects of time on credit, based on the invoices: freezes from 00:00 UTC after the due day,
 * unfreezes, and reminders. Each account is checked again under its lock, so a concurrent payment wins and a
 * repeated sweep changes nothing.
 */
import { daysBetween, reminderAt, reminderDays, utcDay } from '#kernel/credit-terms.ts';
import type { Deps } from '#modules/shared/deps.ts';
import type { CreditDeps } from '#modules/credit/deps.ts';
import { freezeWhenPastDue, unfreezeWhenPaid } from '#modules/credit/ledger/freezes.ts';
import { notify } from '#modules/credit/ledger/notices.ts';
import { owingOf } from '#modules/credit/ledger/owing-store.ts';
import { lock } from '#modules/credit/ledger/store.ts';
import * as store from './sweep-store.ts';

export type CreditSweep = { frozen: number; lifted: number; reminded: number; failed: number };

type SweepDeps = CreditDeps & Pick<Deps, 'db' | 'log'>;

/** How long an account is not frozen while its invoice cannot be read, because it may have been paid. */
const unreadForMs = 3 * 86_400_000;
/** Rows per query, so that none runs for long. */
const pageSize = 500;
/** Accounts in parallel, to leave connections for others. */
const concurrency = 4;

export async function sweepCredit(deps: SweepDeps): Promise<CreditSweep> {
  const report = { frozen: 0, lifted: 0, reminded: 0, failed: 0 };
  const today = utcDay(deps.clock.now());
  const days = reminderDays(deps.settings.current().credit);
  const unreadSince = new Date(deps.clock.now().getTime() - unreadForMs);
  const count = async (
    kind: 'frozen' | 'lifted' | 'reminded',
    subject: string,
    work: () => Promise<boolean>,
  ): Promise<void> => {
    try {
      if (await work()) report[kind] += 1;
    } catch (error) {
      report.failed += 1;
      deps.log.error({ err: error, subject }, 'the credit sweep failed for one account');
    }
  };
  await eachPage(
    (after) => store.pastDue(deps.db, { today, after, limit: pageSize, unreadSince }),
    (id) => count('frozen', id, () => onAccount(deps, id, freezeWhenPastDue)),
  );
  await eachPage(
    (after) => store.wronglyFrozen(deps.db, { today, after, limit: pageSize }),
    (id) => count('lifted', id, () => onAccount(deps, id, unfreezeWhenPaid)),
  );
  await eachPage(
    (after) => store.toRemind(deps.db, { today, after, limit: pageSize, days }),
    (id) => count('reminded', id, () => remind(deps, id)),
  );
  return report;
}

async function eachPage(
  read: (after: string) => Promise<string[]>,
  work: (id: string) => Promise<void>,
): Promise<void> {
  for (let after = ''; ; ) {
    const ids = await read(after);
    for (let from = 0; from < ids.length; from += concurrency)
      await Promise.all(ids.slice(from, from + concurrency).map(work));
    const last = ids.at(-1);
    if (last === undefined || ids.length < pageSize) return;
    after = last;
  }
}

const onAccount = (deps: SweepDeps, accountId: string, work: typeof freezeWhenPastDue): Promise<boolean> =>
  deps.db.transaction().execute(async (tx) => {
    const account = await lock(tx, accountId);
    return account !== null && (await work(tx, deps, account));
  });

/** Sends the invoice's current reminder, unless it was sent or the invoice was paid in the meantime. */
const remind = (deps: SweepDeps, invoiceId: string): Promise<boolean> =>
  deps.db.transaction().execute(async (tx) => {
    const accountId = await store.accountBehind(tx, invoiceId);
    const account = accountId === null ? null : await lock(tx, accountId);
    const invoice =
      account === null
        ? undefined
        : (await owingOf(tx, account.id)).find((owing) => owing.invoiceId === invoiceId);
    if (account === null || invoice === undefined) return false;
    const now = deps.clock.now();
    const day = reminderAt(invoice.dueOn, now, deps.settings.current().credit);
    if (day === null) return false;
    const days = daysBetween(invoice.dueOn, utcDay(now));
    const key = `reminder:${invoiceId}:${day}${invoice.reopened === 0 ? '' : `:${invoice.reopened}`}`;
    return notify(tx, deps, {
      key,
      userId: account.userId,
      invoiceId,
      say: { kind: 'credit_reminder', days, invoice },
    });
  });
