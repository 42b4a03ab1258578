/**
 * The statement of one UTC month: opening and closing balances, every movement, and what is owed at the end.
 */
import type * as contract from '#contract/credit.ts';
import type { Handled } from '#contract/endpoint.ts';
import { noInvoiceTexts } from '#kernel/billing-fields.ts';
import { addDays, daysBetween, utcDay } from '#kernel/credit-terms.ts';
import { DomainError } from '#kernel/errors.ts';
import * as users from '#modules/accounts/people/store.ts';
import type { Deps } from '#modules/shared/deps.ts';
import type { Person } from '#platform/mount.ts';
import * as companies from '#modules/credit/application/company-store.ts';
import { page } from '#modules/credit/ledger/movement-store.ts';
import { approvedOf, type Entries } from '#modules/credit/ledger/rules.ts';
import * as statements from './store.ts';
import { findOf } from '#modules/credit/ledger/store.ts';
import { toMovement } from '#modules/credit/account/view.ts';

export type StatementDocument = Handled<typeof contract.readCreditStatement>;

const startOf = (month: string): Date => new Date(`${month}-01T00:00:00.000Z`);
const monthOf = (moment: Date): string => moment.toISOString().slice(0, 7);

function monthAfter(month: string): string {
  const start = startOf(month);
  start.setUTCMonth(start.getUTCMonth() + 1);
  return monthOf(start);
}

const balancesOf = (entries: Entries): StatementDocument['before'] => ({
  approvedCredit: approvedOf(entries),
  availableCredit: entries.available,
  held: entries.hold,
  owed: entries.owed,
});

/** Throws `not_found` for a month before the account or after today. */
export async function readStatement(
  { db, clock, settings }: Deps,
  { userId }: Person,
  requestedMonth?: string,
): Promise<StatementDocument> {
  const [account, user] = await Promise.all([findOf(db, userId), users.find(db, userId)]);
  const beginning = account === null ? null : await statements.beginningOf(db, account.id);
  if (account === null || beginning === null || user === undefined) throw new DomainError('not_found');
  const today = utcDay(clock.now());
  const thisMonth = monthOf(clock.now());
  const months = monthsBetween(monthOf(beginning), thisMonth);
  const month = requestedMonth ?? thisMonth;
  if (!months.includes(month)) throw new DomainError('not_found');
  const end = startOf(monthAfter(month));
  const until = month < thisMonth ? addDays(utcDay(end), -1) : today;
  const [opening, closing, company, owing] = await Promise.all([
    statements.before(db, account.id, startOf(month)),
    statements.before(db, account.id, end),
    companies.findOf(db, userId),
    statements.owingBefore(db, account.id, end),
  ]);
  const seller = settings.current().company;
  const movements = await page(db, account.id, closing.lastId + 1, closing.count - opening.count);
  return {
    month,
    isFinal: month < thisMonth,
    until,
    months: months.toReversed(),
    seller: { name: seller.name, address: [...seller.address], email: seller.email, phone: seller.phone },
    billTo: billToOf(user, company),
    before: balancesOf(opening),
    after: balancesOf(closing),
    movements: movements.toReversed().map((movement) => toMovement(movement, userId)),
    invoices: owing.map((invoice) => ({
      ...invoice,
      daysLate: Math.max(0, daysBetween(invoice.dueOn, until)),
    })),
  };
}

/** The current company, also for past months. Without one, the profile's details. */
const billToOf = (user: users.User, company: companies.CompanyRow | null): StatementDocument['billTo'] => ({
  name: `${user.first_name} ${user.last_name}`.trim(),
  email: user.email,
  addressLine1:
    company === null
      ? [user.address, user.city].filter(Boolean).join(', ')
      : `${company.address_line1}, ${company.city}, ${company.state} ${company.postal_code}`,
  country: company?.country ?? user.country,
  ...noInvoiceTexts,
  company: company?.legal_name ?? null,
});

function monthsBetween(first: string, last: string): string[] {
  const months: string[] = [];
  for (let month = first; month <= last; month = monthAfter(month)) months.push(month);
  return months;
}
