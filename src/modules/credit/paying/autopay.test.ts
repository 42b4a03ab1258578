/** Automatic payments of credit invoices: consent, one attempt on the due day, and declines. */
import { contract } from '#contract/contract.ts';
import { checkInvariants } from '#modules/operations/invariants/invariants.ts';
import { cards, saveCard } from '#test/builders/buyer.ts';
import { balance } from '#test/builders/credit-account.ts';
import {
  accountOf,
  aCreditBuyer,
  buyOnAccount,
  loseDispute,
  orderOf,
  sentInvoice,
} from '#test/builders/credit-buyer.ts';
import type { Customer } from '#test/builders/customer.ts';
import { aShop, type Shop } from '#test/builders/shop.ts';
import { emailsTo } from '#test/emails.ts';
import { until } from '#test/until.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { beginAutopay, payOnDueDay } from './autopay.ts';
import * as store from './autopay-store.ts';
import * as accounts from '#modules/credit/ledger/store.ts';
import { sweepInvoices } from '#modules/credit/lateness/sweep-invoices.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await aShop();
});
afterAll(async () => {
  expect(await checkInvariants(shop.db)).toEqual([]);
  await shop.stop();
});

describe('automatic payments', () => {
  test('are off until agreed to with their text, charge on the due day, once, and email declines with a link', async () => {
    const person = await aCreditBuyer(shop);
    const [good, bad] = [
      (await saveCard(shop, person)) ?? '',
      (await saveCard(shop, person, cards.savedThenDeclined)) ?? '',
    ];
    const { autopay, terms } = await person.call(contract.readAutopay);
    expect(autopay).toBeNull();
    const turnOn = (paymentMethodId: string, termsVersion = terms.version) =>
      person.call(contract.turnOnAutopay, { body: { paymentMethodId, termsVersion, termsAgreed: true } });
    await expect(turnOn(good, 'of yesterday')).rejects.toMatchObject({ code: 'autopay_terms_changed' });
    expect((await turnOn(good)).autopay).toMatchObject({ card: { id: good, last4: '4242' } });
    const purchase = await buyOnAccount(shop, person);
    const id = (await orderOf(person, purchase.orderId)).invoices[0]?.id ?? '';
    await sentInvoice(shop, id);
    await sweepInvoices(shop.deps);
    expect((await accountOf(person)).owed).toBe(74.75);
    await turnOn(bad);
    const other = await buyOnAccount(shop, person);
    const second = (await orderOf(person, other.orderId)).invoices[0]?.id ?? '';
    await sentInvoice(shop, second);
    await person.call(contract.turnOffAutopay);
    expect((await person.call(contract.readAutopay)).autopay).toBeNull();
    await turnOn(good);
    shop.travel(30 * 86_400_000);
    await shop.control('POST', '/control/clock', { advance_days: 30 });
    await shop.db.updateTable('credit_autopay').set({ card_ref: bad }).execute();
    await sweepInvoices(shop.deps);
    await until(
      'both were tried',
      async () =>
        (
          await shop.db
            .selectFrom('credit_autopay_try')
            .select('invoice_id')
            .where('decided_at', 'is not', null)
            .execute()
        ).length >= 2,
    );
    expect(await balance(shop, person.userId)).toMatchObject({ owed: 14_950 });
    await until('both declines are emailed', async () => {
      const subjects = (await emailsTo(shop, person.email)).map(({ subject }) => subject);
      return (
        subjects.filter((subject) =>
          /^The automatic payment for invoice .* did not go through$/.test(subject),
        ).length === 2
      );
    });
  });

  /**
   * A customer with automatic payments and an invoice due today, and a processor that does not answer for it.
   */
  async function anUndecidedAttempt(): Promise<{ person: Customer; id: string }> {
    const person = await aCreditBuyer(shop);
    const paymentMethodId = (await saveCard(shop, person)) ?? '';
    const { terms } = await person.call(contract.readAutopay);
    await person.call(contract.turnOnAutopay, {
      body: { paymentMethodId, termsVersion: terms.version, termsAgreed: true },
    });
    const { orderId } = await buyOnAccount(shop, person);
    const id = (await orderOf(person, orderId)).invoices[0]?.id ?? '';
    await sentInvoice(shop, id);
    await travelDays(30);
    await shop.control('POST', '/control/fail-next', {
      where: 'before',
      how: '503',
      times: 200,
      match: 'POST /v1/invoices/*/pay',
    });
    // As if the job had failed for good: there is an attempt, and no worker processes it.
    await shop.db
      .transaction()
      .execute((tx) =>
        store.begin(tx, { invoiceId: id, reopened: 0 }, paymentMethodId, shop.deps.clock.now()),
      );
    await expect(payOnDueDay(shop.deps, id)).rejects.toThrow();
    return { person, id };
  }
  const travelDays = async (days: number): Promise<void> => {
    shop.travel(days * 86_400_000);
    await shop.control('POST', '/control/clock', { advance_days: days });
  };
  const outcomeOf = async (id: string) =>
    (
      await shop.db
        .selectFrom('credit_autopay_try')
        .select('outcome')
        .where('invoice_id', '=', id)
        .executeTakeFirst()
    )?.outcome;

  test('charge no customer who turns them off before the charge goes through', async () => {
    const { person, id } = await anUndecidedAttempt();
    const account = await accounts.findOf(shop.db, person.userId);
    await shop.db.transaction().execute((tx) => store.turnOff(tx, account?.id ?? ''));
    await shop.control('DELETE', '/control/fail-next');
    await payOnDueDay(shop.deps, id);
    expect(await outcomeOf(id)).toBe('not_needed');
    expect(await balance(shop, person.userId)).toMatchObject({ owed: 7_475 });
  });

  test('continue after the job stops retrying, for three days; then their owner is notified', async () => {
    const { person, id } = await anUndecidedAttempt();
    await shop.control('DELETE', '/control/fail-next');
    const other = await anUndecidedAttempt();
    await travelDays(1);
    await shop.control('DELETE', '/control/fail-next');
    await beginAutopay(shop.deps);
    await until('the later one is paid', async () => (await outcomeOf(other.id)) === 'paid');
    expect(await balance(shop, other.person.userId)).toMatchObject({ owed: 0 });
    // Two concurrent jobs: either may finish first.
    await until('the earlier one is decided', async () => (await outcomeOf(id)) !== null);
    expect(await outcomeOf(id)).toBe('declined');
    await until('the decline is emailed', async () =>
      (await emailsTo(shop, person.email)).some(({ subject }) =>
        /^The automatic payment for invoice .* did not go through$/.test(subject),
      ),
    );
  });

  test('retry a reopened invoice once, on its new due day and not before, and only while enabled', async () => {
    const person = await aCreditBuyer(shop);
    const paymentMethodId = (await saveCard(shop, person)) ?? '';
    const { terms } = await person.call(contract.readAutopay);
    await person.call(contract.turnOnAutopay, {
      body: { paymentMethodId, termsVersion: terms.version, termsAgreed: true },
    });
    const { orderId } = await buyOnAccount(shop, person);
    const id = (await orderOf(person, orderId)).invoices[0]?.id ?? '';
    await sentInvoice(shop, id);
    const readAttempts = async () =>
      (
        await shop.db
          .selectFrom('credit_autopay_try')
          .select(['reopened', 'outcome'])
          .where('invoice_id', '=', id)
          .orderBy('reopened')
          .execute()
      ).map(({ reopened, outcome }) => [reopened, outcome]);
    await travelDays(30);
    await sweepInvoices(shop.deps);
    await until('it is paid automatically', async () => (await readAttempts())[0]?.[1] === 'paid');
    await loseDispute(shop, id);
    await sentInvoice(shop, id);
    await sweepInvoices(shop.deps);
    await travelDays(29);
    await sweepInvoices(shop.deps);
    expect(await readAttempts()).toEqual([[0, 'paid']]);
    await travelDays(1);
    await sweepInvoices(shop.deps);
    await until('it was tried again', async () => (await readAttempts())[1]?.[1] === 'paid');
    await sweepInvoices(shop.deps);
    expect(await readAttempts()).toEqual([
      [0, 'paid'],
      [1, 'paid'],
    ]);
    expect(await balance(shop, person.userId)).toMatchObject({ owed: 0 });
    expect(
      await shop.db
        .selectFrom('payment')
        .select('id')
        .where('invoice_id', '=', id)
        .where('status', '=', 'succeeded')
        .execute(),
    ).toHaveLength(2);

    await loseDispute(shop, id);
    await sentInvoice(shop, id);
    const account = await accounts.findOf(shop.db, person.userId);
    await shop.db.transaction().execute((tx) => store.turnOff(tx, account?.id ?? ''));
    await travelDays(30);
    await sweepInvoices(shop.deps);
    expect(await readAttempts()).toHaveLength(2);
  });
});
