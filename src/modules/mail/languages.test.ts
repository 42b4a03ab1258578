/** Which language an order and an account keep, and that what leaves is in it, or in English to the letter. */
import { randomUUID } from 'node:crypto';
import { contract } from '#contract/contract.ts';
import { readLanguages, spokenLanguages } from '#platform/languages/languages.ts';
import { billingDetails, buy, buyAs } from '#test/a-buyer.ts';
import { aCustomer, aPassword, type Customer } from '#test/a-customer.ts';
import { aShop, type Shop } from '#test/a-shop.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

let shop: Shop;
beforeAll(async () => {
  shop = await aShop({ webhooks: false, languages: await readLanguages(spokenLanguages) });
});
afterAll(() => shop.stop());

const freshEmail = (): string => `guest-${randomUUID().slice(0, 8)}@example.com`;
const languageOfOrder = async (id: string) =>
  (await shop.db.selectFrom('shop_order').select('language').where('id', '=', id).executeTakeFirstOrThrow()).language;
const details = { firstName: 'Ama', lastName: 'Boateng', phone: '+233 20 123 4567', address: '12 Ring Road', city: 'Accra', country: 'GH' };
const speak = ({ call, userId }: Customer, language: 'en' | 'es') =>
  call(contract.updateUser, { body: { ...details, id: userId, language } });

describe('an order keeps', () => {
  test.each([
    ['es', 'es'],
    ['ar', 'ar'],
    ['en', 'en'],
    [undefined, 'en'],
    ['xx', 'en'],
  ])('of a page in %s: %s', async (language, stored) => {
    const { orderId } = await buy(shop, { billingDetails: { ...billingDetails, email: freshEmail() }, ...(language && { language }) });
    expect(await languageOfOrder(orderId)).toBe(stored);
  });

  test('that of the profile, where the page is in English; a change of the profile is one for the orders before, too', async () => {
    const person = await aCustomer(shop);
    expect((await person.call(contract.me)).language).toBe('en');
    const { orderId: early } = await buyAs(person);
    expect(await languageOfOrder(early)).toBe('en');
    await speak(person, 'es');
    expect((await person.call(contract.me)).language).toBe('es');
    expect(await languageOfOrder(early)).toBe('es');
    const { orderId } = await buyAs(person, { productIds: ['itin-application'], language: 'en' });
    expect(await languageOfOrder(orderId)).toBe('es');
    await person.call(contract.updateUser, { body: { ...details, id: person.userId } });
    expect((await person.call(contract.me)).language).toBe('es');
    await speak(person, 'en');
    expect(await languageOfOrder(orderId)).toBe('en');
  });
});

test('an account keeps that of the page that it was made on', async () => {
  const email = freshEmail();
  const chosen = { password: aPassword, confirmPassword: aPassword, userName: `ama${randomUUID().slice(0, 8)}` };
  await shop.call(contract.register, { body: { ...details, ...chosen, email, language: 'es' } });
  const languageOfAccount = async () =>
    (await shop.db.selectFrom('app_user').select('language').where('email', '=', email).executeTakeFirst())?.language;
  await expect.poll(languageOfAccount, { timeout: 10_000 }).toBe('es');
});
