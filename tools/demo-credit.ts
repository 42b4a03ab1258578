/**
 * Seeds three demo customers with a 75-day history: a Net 30 account in good standing, one past due, and one
 * that may apply. The shop's own services create the history, with the clocks of shop and sandbox moving from
 * 75 days ago to today. Priya's purchases are reported to the Factiiv sandbox. Safe to repeat at every start.
 */
import { randomUUID } from 'node:crypto';
import { seedPeople } from '#db/seeds/people.ts';
import { defaultHolds } from '#modules/checkout/placing/coupon-hold.ts';
import { purchase } from '#modules/checkout/paying/by-card.ts';
import { apply } from '#modules/credit/application/service.ts';
import { saveCompany } from '#modules/credit/application/company.ts';
import { applyCreditInvoice } from '#modules/credit/invoices/follow.ts';
import { sendCreditInvoice } from '#modules/credit/invoices/sending.ts';
import { sweepCredit } from '#modules/credit/lateness/sweep.ts';
import { termsOf } from '#modules/credit/application/terms.ts';
import { reportingTermsVersion } from '#kernel/reporting-terms.ts';
import { connect } from '#modules/credit-reporting/connect.ts';
import { syncTrades } from '#modules/credit-reporting/sync.ts';
import { completeOrder } from '#modules/fulfillment/service.ts';
import { applyIntent } from '#modules/payments/apply-intent.ts';
import type { Deps } from '#modules/shared/deps.ts';
import type { Person } from '#platform/mount.ts';
import { creditPeople, type CreditPerson } from '#db/seeds/credit-people.ts';

const dayMs = 86_400_000;
const pastDays = 75;

/** `sandbox` is its origin. Skipped when the sandbox already has data, for example of an earlier version. */
export async function seedCreditPeople(deps: Deps, sandbox: string): Promise<void> {
  const existing = await deps.db
    .selectFrom('app_user')
    .select('id')
    .where(
      'id',
      'in',
      creditPeople.map(({ id }) => id),
    )
    .execute();
  if (existing.length > 0) return;
  const today = Math.floor(deps.clock.now().getTime() / 1_000);
  const control = controlOf(sandbox);
  if (!(await control('clock', { begin_at: today - pastDays * 86_400 }))) return;
  const past = { ...deps, jobs: withoutSending(deps.jobs), clock: { now: () => new Date(time.ms) } };
  const time = { ms: (today - pastDays * 86_400) * 1_000 };
  await seedPeople(deps.db, deps.passwords, past.clock.now(), creditPeople);
  const acts = creditPeople
    .flatMap((person) => person.past.map((act) => ({ person, ...act })))
    .toSorted((a, b) => a.day - b.day);
  const orders = new Map<string, string>();
  await callFactiiv(sandbox, 'PUT', 'settings', { accept_after_seconds: acceptAfterSeconds });
  for (const { person, day, act } of acts) {
    time.ms = (today - pastDays * 86_400) * 1_000 + day * dayMs;
    await control('clock', { to: Math.floor(time.ms / 1_000) });
    await doAct(past, control, { person, act, orders, sandbox });
  }
  // Seeding takes seconds, so `today` is past by now.
  await control('clock', { to: Math.floor(deps.clock.now().getTime() / 1_000) });
  await sweepCredit(deps);
}

/**
 * For each of the two approvals. Long enough for a report to be visible as pending and to be rejected on its
 * day, even on a slow machine.
 */
const acceptAfterSeconds = 600;

/** Invoices and reports are sent directly at their simulated time; a job would send them at today's. */
const withoutSending = (jobs: Deps['jobs']): Deps['jobs'] => ({
  ...jobs,
  enqueue: async (tx, name, data) =>
    name === 'send-credit-invoice' || name === 'report-to-bureau' ? undefined : jobs.enqueue(tx, name, data),
});

type Control = (path: string, body: object) => Promise<boolean>;

const controlOf =
  (sandbox: string): Control =>
  async (path, body) =>
    (
      await fetch(`${sandbox}/control/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
    ).ok;

type Doing = {
  person: CreditPerson;
  act: CreditPerson['past'][number]['act'];
  orders: Map<string, string>;
  sandbox: string;
};

async function doAct(deps: Deps, control: Control, { person, act, orders, sandbox }: Doing): Promise<void> {
  const caller = callerOf(person);
  switch (act.do) {
    case 'buy': {
      const bought = await purchase(
        deps,
        caller,
        requestOf(person, act.productId, act.onCredit),
        defaultHolds,
      );
      orders.set(`${person.id} ${act.productId}`, bought.orderId);
      const intent = bought.client_secret?.split('_secret_')[0];
      if (intent !== undefined) {
        await control('confirm', { payment_intent: intent, card: '4242424242424242' });
        await applyIntent(deps, intent);
      }
      for (const { id } of await invoicesOf(deps, bought.orderId)) await sendCreditInvoice(deps, id);
      return;
    }
    case 'company':
      return void (await saveCompany(deps, caller, { ...person.company, attested: true }));
    case 'apply':
      return void (await apply(deps, caller, {
        termsVersion: termsOf('credit_terms').version,
        termsAgreed: true,
      }));
    case 'complete': {
      const orderId = orders.get(`${person.id} ${act.productId}`) ?? '';
      await completeOrder(deps, orderId);
      for (const { id } of await invoicesOf(deps, orderId)) await sendCreditInvoice(deps, id);
      return;
    }
    case 'pay':
      for (const { hosted, ref } of await invoicesOf(
        deps,
        orders.get(`${person.id} ${act.productId}`) ?? '',
      )) {
        if (hosted === null || ref === null) continue;
        await payOnPage(hosted, `${person.firstName} ${person.lastName}`);
        await applyCreditInvoice(deps, ref);
      }
      return;
    case 'connect':
      return connectWithFactiiv(deps, sandbox, person);
    case 'report':
      return void (await syncTrades(deps, caller));
    case 'rejected':
      return rejectNewest(deps, sandbox, person, act.reason);
    default:
      await sweepCredit(deps);
  }
}

type FactiivPerson = { id: string; email: string; businesses: { id: string; name: string }[] };

async function callFactiiv<T>(sandbox: string, method: string, path: string, body?: object): Promise<T> {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(`${sandbox}/control/factiiv/${path}`, {
    method,
    ...(body && { headers, body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`The Factiiv sandbox returned ${answer.status} for ${method} ${path}`);
  return (await answer.json()) as T;
}

async function connectWithFactiiv(deps: Deps, sandbox: string, person: CreditPerson): Promise<void> {
  const { data } = await callFactiiv<{ data: FactiivPerson[] }>(sandbox, 'GET', 'users');
  const business = data.find(({ email }) => email === person.email)?.businesses[0];
  if (business === undefined) throw new Error(`${person.email} has no business at Factiiv's stand-in`);
  const grant = { business_id: business.id, connecting_app: 'stateside', connecting_user_id: person.id };
  const key = await callFactiiv<{ api_key: string; fact_id: string }>(sandbox, 'POST', 'keys', grant);
  const body = {
    factUserId: key.fact_id,
    factBusinessId: business.id,
    factApiKey: key.api_key,
    reportingTermsVersion,
  };
  await connect(deps, callerOf(person), { params: { id: person.id }, body });
}

/** Rejects the newest report, as the person would at Factiiv. */
async function rejectNewest(
  deps: Deps,
  sandbox: string,
  person: CreditPerson,
  reason: string,
): Promise<void> {
  const { profile_id: profileId } = await deps.db
    .selectFrom('bureau_connection')
    .select('profile_id')
    .where('user_id', '=', person.id)
    .executeTakeFirstOrThrow();
  const { trades } = await callFactiiv<{ trades: { id: string }[] }>(sandbox, 'GET', `book/${profileId}`);
  await callFactiiv(sandbox, 'POST', `trades/${trades[0]?.id}/reject`, { as: 'counterparty', reason });
  await syncTrades(deps, callerOf(person));
}

const callerOf = ({ id, email }: CreditPerson): Person => ({
  ...{
    kind: 'person',
    userId: id,
    email,
    sessionId: 'ses_of_the_demonstration',
    role: 'customer',
    actor: null,
    hasSecondFactor: false,
  },
});

const requestOf = (
  person: CreditPerson,
  productId: string,
  onCredit: boolean,
): Parameters<typeof purchase>[2] => ({
  headers: { 'idempotency-key': randomUUID() },
  body: {
    productIds: [productId],
    billingDetails: {
      firstName: person.firstName,
      lastName: person.lastName,
      email: person.email,
      country: person.country,
      phone: person.phone,
      addressLine1: person.address,
    },
    ...(onCredit ? { creditPurchase: true } : {}),
  },
});

const invoicesOf = async ({ db }: Deps, orderId: string) =>
  (
    await db
      .selectFrom('invoice')
      .select(['id', 'hosted_url', 'processor_ref'])
      .where('order_id', '=', orderId)
      .where('kind', '=', 'net30')
      .where('status', '=', 'open')
      .execute()
  ).map(({ id, hosted_url: hosted, processor_ref: ref }) => ({ id, hosted, ref }));

/** Pays on the invoice page, as the customer would. */
async function payOnPage(address: string, name: string): Promise<void> {
  const body = new URLSearchParams({ number: '4242424242424242', expiry: '12 / 40', cvc: '123', name });
  await fetch(address, { method: 'POST', body, redirect: 'manual' });
}
