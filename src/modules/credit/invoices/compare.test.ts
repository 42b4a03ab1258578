/** Credit invoices compared between us and the processor, when events were missed. */
import { checkInvariants } from '#modules/operations/invariants/invariants.ts';
import { verify } from '#modules/operations/verify.ts';
import { writeOff } from '#modules/credit/account/staff.ts';
import { sweepInvoices } from '#modules/credit/lateness/sweep-invoices.ts';
import { aShop, type Shop } from '#test/builders/shop.ts';
import {
  aCreditBuyer,
  aBoughtInvoice,
  payOnPage,
  sentInvoice,
  untilPaid,
} from '#test/builders/credit-buyer.ts';
import { until } from '#test/until.ts';
import { settleWebhooks, stripeOf } from '#test/webhooks.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { compareInvoices } from './compare.ts';
import { markUncollectible } from './follow.ts';
import { find } from './store.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await aShop();
});
afterAll(() => shop.stop());

const dropWebhooks = () => shop.control('POST', '/control/webhooks', { mode: 'drop' });
const hearing = () => shop.control('POST', '/control/webhooks', { mode: 'deliver' });
const alarmsOf = async (subject: string) =>
  (await shop.db.selectFrom('alarm').select('kind').where('subject', '=', subject).execute()).map(
    ({ kind }) => kind,
  );
/** An invoice whose events are processed, so that a late one cannot change what a test has prepared. */
const aSettledInvoice = async () => {
  const bought = await aBoughtInvoice(shop);
  await settleWebhooks(shop);
  return bought;
};
const days = { noted: null, processor: { days: 1, expireAfterHours: 24 } };

test('matching invoices are only compared', async () => {
  await aSettledInvoice();
  expect(await compareInvoices(shop.deps)).toEqual({
    compared: 1,
    foreign: 0,
    repaired: 0,
    unmatched: [],
    missing: [],
    failed: 0,
  });
});

test('finds a payment and a void whose webhooks were missed', async () => {
  const [paid, voided] = [await aSettledInvoice(), await aSettledInvoice()];
  await dropWebhooks();
  await payOnPage(shop, paid.id);
  await stripeOf(shop).invoices.voidInvoice(voided.sent.id);
  const { report } = await verify(shop.deps, days);
  expect(report).toContain(
    'Credit invoices 3 compared, 2 repaired, 0 not from this shop, 0 could not be read',
  );
  await hearing();
  await untilPaid(shop, paid.id);
  expect(await find(shop.db, voided.id)).toMatchObject({ status: 'void' });
});

test('an invoice void here but payable there is voided there', async () => {
  const { id, sent } = await aSettledInvoice();
  await shop.db
    .updateTable('invoice')
    .set({ status: 'void', closed_at: new Date() })
    .where('id', '=', id)
    .execute();
  expect(await compareInvoices(shop.deps)).toMatchObject({ repaired: 1, unmatched: [] });
  expect((await stripeOf(shop).invoices.retrieve(sent.id)).status).toBe('void');
});

test("an unknown invoice of our shop at the processor raises an alarm, and another shop's does not", async () => {
  const person = await aCreditBuyer(shop);
  const { customer_ref: customer } = await shop.db
    .selectFrom('app_user')
    .select('customer_ref')
    .where('id', '=', person.userId)
    .executeTakeFirstOrThrow();
  const stripe = stripeOf(shop);
  const ask = async (shopId: string): Promise<string> => {
    const fields = {
      customer: customer ?? '',
      collection_method: 'send_invoice',
      days_until_due: 30,
    } as const;
    const { id } = await stripe.invoices.create({
      ...fields,
      metadata: { shop_id: shopId, invoice_id: 'inv_gone' },
    });
    await stripe.invoiceItems.create({
      customer: customer ?? '',
      invoice: id,
      currency: 'usd',
      amount: 1_000,
    });
    await stripe.invoices.finalizeInvoice(id);
    return id;
  };
  const [ownRef, foreign] = [await ask(shop.deps.shopId), await ask('shp_other')];
  expect(await compareInvoices(shop.deps)).toMatchObject({ unmatched: [ownRef], foreign: 1 });
  expect([await alarmsOf(ownRef), await alarmsOf(foreign)]).toEqual([['credit_invoice'], []]);
  const { report, isSound } = await verify(shop.deps, days);
  expect(report).toContain(`  open at the processor, not open here: ${ownRef}`);
  expect(isSound).toBe(false);
  await stripe.invoices.voidInvoice(ownRef);
});

test('an invoice open here and unknown at the processor raises an alarm', async () => {
  const { id } = await aSettledInvoice();
  const { number } = await sentInvoice(shop, id);
  await shop.db.updateTable('invoice').set({ processor_ref: 'in_gone' }).where('id', '=', id).execute();
  const { missing } = await compareInvoices(shop.deps);
  expect([missing, await alarmsOf('in_gone')]).toEqual([[number], ['credit_invoice']]);
});

describe('an invoice that was written off', () => {
  // Events from the processor would otherwise repair this before the sweep and the comparison do.
  beforeAll(dropWebhooks);
  afterAll(hearing);
  const statusAt = async (ref: string) => (await stripeOf(shop).invoices.retrieve(ref)).status;
  const comparisonOf = async (ref: string) => {
    const { repaired, unmatched } = await compareInvoices(shop.deps);
    return { repaired, isUnmatched: unmatched.includes(ref), alarms: await alarmsOf(ref) };
  };
  const writtenOff = async () => {
    const bought = await aSettledInvoice();
    const by = { userId: bought.person.userId, actorId: null };
    await writeOff(shop.deps, { ...by, reason: 'The business was dissolved', beforeDue: true });
    return bought;
  };
  const markedAt = async (id: string) =>
    (
      await shop.db
        .selectFrom('invoice')
        .select('marked_uncollectible_at')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
    ).marked_uncollectible_at;
  /** A write-off as an earlier version left it: still open at the processor. */
  const onlyHere = async () => {
    const bought = await aSettledInvoice();
    await shop.db
      .updateTable('invoice')
      .set({ status: 'uncollectible', closed_at: new Date() })
      .where('id', '=', bought.id)
      .execute();
    return bought;
  };

  test('becomes uncollectible at the processor, and every later comparison agrees', async () => {
    const { id, sent } = await writtenOff();
    await until('it is marked', async () => (await markedAt(id)) !== null);
    expect(await statusAt(sent.id)).toBe('uncollectible');
    expect(await comparisonOf(sent.id)).toEqual({ repaired: 0, isUnmatched: false, alarms: [] });
    await markUncollectible(shop.deps, id);
    expect(await statusAt(sent.id)).toBe('uncollectible');
  });

  test('by an earlier version is marked by the sweep, once', async () => {
    const { id, sent } = await onlyHere();
    expect(await sweepInvoices(shop.deps)).toMatchObject({ marked: 1 });
    expect(await statusAt(sent.id)).toBe('uncollectible');
    expect(await markedAt(id)).not.toBeNull();
    expect(await sweepInvoices(shop.deps)).toMatchObject({ marked: 0 });
  });

  test('is marked by the comparison before the sweep runs', async () => {
    const { sent } = await onlyHere();
    expect(await comparisonOf(sent.id)).toEqual({ repaired: 1, isUnmatched: false, alarms: [] });
    expect(await statusAt(sent.id)).toBe('uncollectible');
  });

  test('by staff at the processor first is already marked', async () => {
    const { id, sent, person } = await aSettledInvoice();
    await stripeOf(shop).invoices.markUncollectible(sent.id);
    await writeOff(shop.deps, { userId: person.userId, actorId: null, reason: 'Dissolved', beforeDue: true });
    await until('that is known', async () => (await markedAt(id)) !== null);
    expect(await comparisonOf(sent.id)).toEqual({ repaired: 0, isUnmatched: false, alarms: [] });
  });

  test('can still be paid, also when the payment event is lost', async () => {
    const { id, sent } = await writtenOff();
    await until('it is marked', async () => (await markedAt(id)) !== null);
    await settleWebhooks(shop);
    await dropWebhooks();
    expect(await payOnPage(shop, id)).toBeLessThan(400);
    expect(await comparisonOf(sent.id)).toEqual({ repaired: 1, isUnmatched: false, alarms: [] });
    await hearing();
    expect(await find(shop.db, id)).toMatchObject({ status: 'paid', paid: 7_475 });
    expect(await statusAt(sent.id)).toBe('paid');
    expect((await checkInvariants(shop.db)).filter(({ subject }) => subject === id)).toEqual([]);
  });

  test('is marked again after a crash between the call and its record', async () => {
    const { id, sent } = await onlyHere();
    await dropWebhooks();
    const dies = {
      ...shop.deps.gateway,
      markUncollectible: async () => Promise.reject(new Error('the process was killed')),
    };
    await expect(markUncollectible({ ...shop.deps, gateway: dies }, id)).rejects.toThrow(
      'the process was killed',
    );
    expect(await markedAt(id)).toBeNull();
    const dieAfter = {
      ...shop.deps.gateway,
      markUncollectible: async (ref: string) => {
        await shop.deps.gateway.markUncollectible(ref);
        throw new Error('the process was killed');
      },
    };
    await expect(markUncollectible({ ...shop.deps, gateway: dieAfter }, id)).rejects.toThrow(
      'the process was killed',
    );
    expect([await statusAt(sent.id), await markedAt(id)]).toEqual(['uncollectible', null]);
    await hearing();
    await markUncollectible(shop.deps, id);
    expect(await markedAt(id)).not.toBeNull();
  });
});
