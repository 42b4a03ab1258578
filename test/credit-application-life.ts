/**
 * Applies for a credit account and decides on it, in the shop and in the model of `credit-life.ts`. Used by
 * the ledger's model test.
 */
import { addDays, creditTerms, defaultSchedule, utcDay } from '#kernel/credit-terms.ts';
import { freshId } from '#kernel/ids.ts';
import { cents } from '#kernel/money.ts';
import { apply as applyForCredit } from '#modules/credit/application/service.ts';
import { saveCompany } from '#modules/credit/application/company.ts';
import { applyAgainOn } from '#modules/credit/ledger/rules.ts';
import { approveApplication, declineApplication } from '#modules/credit/account/staff.ts';
import { termsOf } from '#modules/credit/application/terms.ts';
import { takeNumber } from '#modules/invoices/store.ts';
import type { Deps } from '#modules/shared/deps.ts';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { aCompany } from './builders/business.ts';
import { anOrderRow, type CreditShop, inTx } from './builders/credit-account.ts';
import { anAccount } from './builders/customer.ts';
import type { Life, Model, Step } from './credit-life.ts';
import { testKeys } from './secrets.ts';

export type Application = {
  isInReview: boolean;
  /** The earliest day to apply again after a decline. */
  againOn: string | null;
  isWrittenOff: boolean;
  /** Cents that the account returned when it was last closed. Null: none. */
  givenBack: number | null;
};

export const noApplication: Application = {
  isInReview: false,
  againOn: null,
  isWrittenOff: false,
  givenBack: null,
};

const details = { address: '30 N Gould Street', phone: '+13075550100', country: 'US' };
const depsOf = ({ db, deps }: CreditShop): Deps => ({ db, keys: testKeys, ...deps }) as unknown as Deps;

/** A customer with a card payment and a matching business, whom the rules approve. */
export async function anApplicant(shop: CreditShop): Promise<{ userId: string; email: string }> {
  const { userId, email } = await anAccount(shop);
  await shop.db.updateTable('app_user').set(details).where('id', '=', userId).execute();
  await inTx(shop, async (tx) => {
    const [paymentId, invoiceId, now, total] = [
      freshId('pay'),
      freshId('inv'),
      shop.deps.clock.now(),
      cents(14_900),
    ];
    const orderId = await anOrderRow(tx, { userId, total, now });
    await sql`insert into invoice (id, number, kind, order_id, status, amount_cents, paid_cents, created_at, issued_at, paid_at, due_on, bill_to, lines)
      values (${invoiceId}, ${await takeNumber(tx, 'INV', now)}, 'order', ${orderId}, 'paid', ${total}, ${total}, ${now}, ${now}, ${now}, ${utcDay(now)}, '{}', '[]')`.execute(
      tx,
    );
    await sql`insert into payment (id, order_id, invoice_id, status, amount_cents, request, succeeded_at)
      values (${paymentId}, ${orderId}, ${invoiceId}, 'succeeded', ${total}, '{}', ${now})`.execute(tx);
  });
  const form = { ...aCompany({ phone: details.phone }), addressLine2: '' };
  await saveCompany(depsOf(shop), personOf(userId), form as Parameters<typeof saveCompany>[2]);
  return { userId, email };
}

const personOf = (userId: string) =>
  ({ userId, actorId: userId }) as unknown as Parameters<typeof applyForCredit>[1];

type Business = 'foreign' | 'young' | 'plain';
const businessOf = (size: number): Business => (size < 0.1 ? 'foreign' : size < 0.35 ? 'young' : 'plain');

function refusalOf(model: Model, today: string): string | null {
  if (model.isOpen) return 'credit_open';
  if (model.application.isInReview) return 'credit_in_review';
  const { againOn } = model.application;
  return againOn !== null && today < againOn ? 'credit_too_soon' : null;
}

function open(model: Model, limit: number): void {
  const rise = Math.min(limit, creditTerms.highestLimit - model.approved);
  Object.assign(model, { isOpen: true, approved: model.approved + rise, available: model.available + rise });
}

/**
 * Applies with a business that is foreign (declined), young (reviewed), or ordinary. An ordinary one is
 * approved unless its history prevents it.
 */
export async function apply(
  { shop, clock, userId, model }: Life,
  { size }: Pick<Step, 'size'>,
): Promise<void> {
  clock.at = new Date(clock.at.getTime() + 1_000);
  const [businessKind, today] = [businessOf(size), utcDay(clock.at)];
  await shop.db
    .updateTable('company')
    .set({
      formation_state: businessKind === 'foreign' ? null : 'WY',
      formed_on: businessKind === 'young' ? addDays(today, -29) : '2020-03-01',
    })
    .where('user_id', '=', userId)
    .execute();
  const applying = applyForCredit(depsOf(shop), personOf(userId), {
    termsVersion: termsOf('credit_terms').version,
    termsAgreed: true,
  });
  const refusal = refusalOf(model, today);
  if (refusal !== null) return expect(applying).rejects.toMatchObject({ code: refusal });
  const { application: now } = model;
  const isDeclined = businessKind === 'foreign' || now.isWrittenOff;
  const isUnsure =
    businessKind === 'young' || (now.givenBack !== null && now.givenBack < defaultSchedule.firstLimit);
  const state = isDeclined ? 'declined' : isUnsure ? 'in_review' : 'approved';
  expect((await applying).application).toMatchObject({ kind: 'first', state });
  now.isInReview = state === 'in_review';
  if (isDeclined) now.againOn = applyAgainOn(today);
  if (state === 'approved') open(model, defaultSchedule.firstLimit);
}

/**
 * Staff decide an application in review. Applications that the rules would now decline cannot be approved.
 */
export async function decide(
  { shop, clock, email, model }: Life,
  { size }: Pick<Step, 'size'>,
): Promise<void> {
  const { application: now } = model;
  const about = { email, actorId: null };
  const isApproval = size > 0.3;
  const limit = cents(Math.max(1, Math.round(size * 60_000)));
  const deciding = isApproval
    ? approveApplication(depsOf(shop), { ...about, limit })
    : declineApplication(depsOf(shop), { ...about, reasons: ['information_wrong'] });
  if (!now.isInReview) return expect(deciding).rejects.toMatchObject({ code: 'credit_application_none' });
  if (isApproval && now.isWrittenOff)
    return expect(deciding).rejects.toThrow('The published rules now decline this application');
  await deciding;
  now.isInReview = false;
  if (isApproval) open(model, limit);
  else now.againOn = applyAgainOn(utcDay(clock.at));
}
