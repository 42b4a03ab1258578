/**
 * A bank reverses the payment of an invoice on credit. The invoice is owed again, can be paid in every way,
 * and is reminded of. A later win restores it.
 */
import { contract } from '#contract/contract.ts';
import { checkInvariants } from '#modules/operations/invariants/invariants.ts';
import { sweepCredit } from '#modules/credit/lateness/sweep.ts';
import { applyDispute } from '#modules/payments/apply-refund.ts';
import { saveCard } from '#test/builders/buyer.ts';
import {
  accountOf,
  aPaidInvoice,
  invoiceRow,
  loseDispute,
  payOnPage,
  sentInvoice,
  untilPaid,
} from '#test/builders/credit-buyer.ts';
import { aShop, type Shop } from '#test/builders/shop.ts';
import { emailsTo } from '#test/emails.ts';
import { until } from '#test/until.ts';
import { stripeOf } from '#test/webhooks.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { compareCharges } from '#modules/checkout/reconcile.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await aShop();
});
afterAll(async () => {
  expect(await checkInvariants(shop.db)).toEqual([]);
  expect(await compareCharges(shop.deps, { expireAfterHours: 24, atLeastDays: 60 })).toMatchObject({
    unmatched: [],
    missing: [],
  });
  await shop.stop();
});

const dayFrom = (days: number) =>
  new Date(shop.deps.clock.now().getTime() + days * 86_400_000).toISOString().slice(0, 10);
const rowOf = (id: string) => invoiceRow(shop, id);
const lose = (id: string) => loseDispute(shop, id);

test('an invoice lost in a dispute is open again for 30 days, announced, and paid with a saved card', async () => {
  const { person, id } = await aPaidInvoice(shop);
  const before = await sentInvoice(shop, id);
  await lose(id);
  const reissued = await sentInvoice(shop, id);
  expect(reissued.id).not.toBe(before.id);
  expect(reissued).toMatchObject({ status: 'open', total: 7_475, metadata: { invoice_id: id } });
  expect(new Date((reissued.due_date ?? 0) * 1_000).toISOString().slice(0, 10)).toBe(dayFrom(30));
  expect(await accountOf(person)).toMatchObject({
    owed: 74.75,
    availableCredit: 350.5,
    invoices: [{ id, owed: 74.75, dueOn: dayFrom(30) }],
  });
  const page = await shop.call(contract.readInvoice, { params: { id } });
  expect(page).toMatchObject({ status: 'open', paid: 0, due: 74.75, payAt: reissued.hosted_invoice_url });
  expect(page.takenBack).toEqual([{ amount: 74.75, date: expect.stringMatching(`^${dayFrom(0)}T`) }]);
  const subject = `Invoice ${page.number} is open again: $74.75, due by`;
  await until('the email', async () =>
    (await emailsTo(shop, person.email)).some((email) => email.subject.startsWith(subject)),
  );

  const card = (await saveCard(shop, person)) ?? '';
  const paid = await person.call(contract.payCreditInvoices, {
    body: { invoiceIds: [id], paymentMethodId: card },
  });
  expect(paid.results).toEqual([{ invoiceId: id, status: 'paid' }]);
  expect(await accountOf(person)).toMatchObject({ owed: 0, availableCredit: 425.25, invoices: [] });
  expect((await stripeOf(shop).invoices.retrieve(reissued.id)).status).toBe('paid');
  expect(await rowOf(id)).toMatchObject({
    status: 'paid',
    paid_cents: 7_475,
    taken_back_cents: 7_475,
    former_refs: [before.id],
  });
  // That payment can be reversed too.
  await lose(id);
  await payOnPage(shop, id);
  await untilPaid(shop, id);
  expect(await rowOf(id)).toMatchObject({ reopened: 2, taken_back_cents: 14_950 });
  const twice = await shop.call(contract.readInvoice, { params: { id } });
  expect(twice).toMatchObject({
    status: 'paid',
    paid: 74.75,
    takenBack: [{ amount: 74.75 }, { amount: 74.75 }],
  });
});

test('one that then stays unpaid gets reminders and freezes the account from its new due day on', async () => {
  const { person, id } = await aPaidInvoice(shop);
  await lose(id);
  await sentInvoice(shop, id);
  const at = (days: number) => ({
    ...shop.deps,
    clock: { now: () => new Date(Date.now() + days * 86_400_000) },
  });
  const notices = async () =>
    (
      await shop.db
        .selectFrom('credit_notice')
        .select('key')
        .where('user_id', '=', person.userId)
        .orderBy('at')
        .execute()
    ).map(({ key }) => key);
  await sweepCredit(at(23));
  expect(await notices()).toContain(`reminder:${id}:-7:1`);
  await sweepCredit(at(30));
  expect((await notices()).filter((key) => key.startsWith('frozen:'))).toEqual([]);
  await sweepCredit(at(31));
  expect((await notices()).filter((key) => key.startsWith('frozen:'))).toHaveLength(1);
  await payOnPage(shop, id);
  await untilPaid(shop, id);
  expect((await accountOf(person)).frozen).toBeNull();
});

test('a dispute lost and won on appeal settles its invoice again, once; a second payment is refunded manually', async () => {
  const { person, id } = await aPaidInvoice(shop);
  const disputeRef = await lose(id);
  const sent = await sentInvoice(shop, id);
  const real = await shop.deps.gateway.readDispute(disputeRef);
  const deliver = (status: 'won' | 'lost') =>
    applyDispute(
      {
        ...shop.deps,
        gateway: {
          ...shop.deps.gateway,
          readDispute: async () => real && { ...real, status, withdrawn: status === 'lost' },
        },
      },
      disputeRef,
    );
  for (let attempt = 0; attempt < 2; attempt += 1) await deliver('won');
  expect(await rowOf(id)).toMatchObject({ status: 'paid', paid_cents: 7_475, taken_back_cents: 0 });
  expect((await shop.call(contract.readInvoice, { params: { id } })).takenBack).toEqual([]);
  expect(await accountOf(person)).toMatchObject({ owed: 0, availableCredit: 425.25, invoices: [] });
  await until(
    'it cannot be paid twice',
    async () => (await stripeOf(shop).invoices.retrieve(sent.id)).status === 'void',
  );

  await deliver('lost');
  // A late report of the first loss, itself correct at the processor, may have arrived in between.
  await until(
    'it is asked for again',
    async () => (await rowOf(id)).processor_ref !== null && (await rowOf(id)).reopened >= 2,
  );
  expect(await accountOf(person)).toMatchObject({ owed: 74.75, availableCredit: 350.5 });
  await payOnPage(shop, id);
  await untilPaid(shop, id);
  await deliver('won');
  expect(await accountOf(person)).toMatchObject({ owed: 0, availableCredit: 425.25 });
  const alarms = await shop.db
    .selectFrom('alarm')
    .select('detail')
    .where('subject', '=', disputeRef)
    .where('kind', '=', 'credit_invoice')
    .execute();
  expect(alarms).toMatchObject([
    {
      detail: expect.stringMatching(
        /returned 7475 cents of invoice INV-.* to us, but only 0 were owed: refund the rest/,
      ),
    },
  ]);
});
