/** Automatic payments of invoices on credit: agreed to with their words, tried once on the due day, and what a decline brings. */
import { contract } from '#contract/contract.ts';
import { checkInvariants } from '#modules/admin/invariants.ts';
import { cards, saveCard } from '#test/a-buyer.ts';
import { balance } from '#test/a-credit-account.ts';
import { accountOf, aCreditBuyer, buyOnAccount, sentInvoice } from '#test/a-credit-buyer.ts';
import type { Customer } from '#test/a-customer.ts';
import { aShop, type Shop } from '#test/a-shop.ts';
import { emailsTo } from '#test/emails.ts';
import { until } from '#test/until.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sweepInvoices } from './sweep-invoices.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await aShop();
});
afterAll(async () => {
  expect(await checkInvariants(shop.db)).toEqual([]);
  await shop.stop();
});

const orderOf = (person: Pick<Customer, 'call'>, orderId: string) => person.call(contract.readOrder, { params: { id: orderId } });

describe('automatic payments', () => {
  test('are off until agreed to with their words, charge on the due day, once, and tell of a decline with a link', async () => {
    const person = await aCreditBuyer(shop);
    const [good, bad] = [(await saveCard(shop, person)) ?? '', (await saveCard(shop, person, cards.savedThenDeclined)) ?? ''];
    const { autopay, terms } = await person.call(contract.readAutopay);
    expect(autopay).toBeNull();
    const turnOn = (paymentMethodId: string, termsVersion = terms.version) =>
      person.call(contract.turnOnAutopay, { body: { paymentMethodId, termsVersion, termsAgreed: true } });
    await expect(turnOn(good, 'of yesterday')).rejects.toMatchObject({ code: 'autopay_terms_changed' });
    expect((await turnOn(good)).autopay).toMatchObject({ card: { id: good, last4: '4242' } });
    const one = await buyOnAccount(shop, person);
    const id = (await orderOf(person, one.orderId)).invoices[0]?.id ?? '';
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
        (await shop.db.selectFrom('credit_autopay_try').select('invoice_id').where('decided_at', 'is not', null).execute()).length >= 2,
    );
    expect(await balance(shop, person.userId)).toMatchObject({ owed: 14_950 });
    await until('both declines are told', async () => {
      const subjects = (await emailsTo(shop, person.email)).map(({ subject }) => subject);
      return subjects.filter((subject) => /^Automatic payment of invoice .* did not go through$/.test(subject)).length === 2;
    });
  });
});
