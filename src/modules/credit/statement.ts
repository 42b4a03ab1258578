/** The statement of one UTC month: what the book came to before it and after it, and every movement between. */
import type * as contract from '#contract/credit.ts';
import type { Handled } from '#contract/endpoint.ts';
import { DomainError } from '#kernel/errors.ts';
import type { Deps } from '#platform/deps.ts';
import type { Person } from '#platform/mount.ts';
import { page } from './movement-store.ts';
import { approvedOf, type Entries } from './rules.ts';
import * as statements from './statement-store.ts';
import { findOf } from './store.ts';
import { toMovement } from './view.ts';

type Answer = Handled<typeof contract.readCreditStatement>;

const startOf = (month: string): Date => new Date(`${month}-01T00:00:00.000Z`);
const monthOf = (moment: Date): string => moment.toISOString().slice(0, 7);

function monthAfter(month: string): string {
  const start = startOf(month);
  start.setUTCMonth(start.getUTCMonth() + 1);
  return monthOf(start);
}

const balancesOf = (entries: Entries): Answer['before'] => ({
  approvedCredit: approvedOf(entries),
  availableCredit: entries.available,
  held: entries.hold,
  owed: entries.owed,
});

/** Throws `not_found` for a month before the account or after today. */
export async function readStatement({ db, clock }: Deps, { userId }: Person, month: string): Promise<Answer> {
  const account = await findOf(db, userId);
  const beginning = account === null ? null : await statements.beginningOf(db, account.id);
  if (account === null || beginning === null) throw new DomainError('not_found');
  const months = monthsBetween(monthOf(beginning), monthOf(clock.now()));
  if (!months.includes(month)) throw new DomainError('not_found');
  const [opening, closing] = await Promise.all([
    statements.before(db, account.id, startOf(month)),
    statements.before(db, account.id, startOf(monthAfter(month))),
  ]);
  const movements = await page(db, account.id, closing.lastId + 1, closing.count - opening.count);
  return {
    month,
    isFinal: month < monthOf(clock.now()),
    months: months.toReversed(),
    before: balancesOf(opening),
    after: balancesOf(closing),
    movements: movements.toReversed().map((movement) => toMovement(movement, userId)),
  };
}

function monthsBetween(first: string, last: string): string[] {
  const months: string[] = [];
  for (let month = first; month <= last; month = monthAfter(month)) months.push(month);
  return months;
}
