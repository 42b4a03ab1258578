/** The language of cart reminders. */
import { contract } from '#contract/contract.ts';
import { defaultCartTimes } from '#modules/settings/values.ts';
import { readLanguages, spokenLanguages } from '#platform/languages/languages.ts';
import { aCustomer } from '#test/builders/customer.ts';
import { aShop, type Shop } from '#test/builders/shop.ts';
import { emailsTo, type ReceivedEmail } from '#test/emails.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sweepCarts } from './reminders.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await aShop({ webhooks: false, languages: await readLanguages(spokenLanguages) });
});
afterAll(() => shop.stop());

const hour = 3_600_000;
let people = 0;
const anAddress = (): string => {
  people += 1;
  return `reader-${people}@example.com`;
};
const filled = async (email: string, language?: string) =>
  (
    await shop.call(contract.createCart, {
      body: { productIds: ['ein-filing'], email, ...(language && { language }) },
    })
  ).id;
const reminderTo = async (email: string): Promise<ReceivedEmail | undefined> => {
  shop.travel(25 * hour);
  await sweepCarts(shop.deps, defaultCartTimes);
  return (await emailsTo(shop, email))[0];
};

test('in the language of the page on which a guest filled the cart, and links back to it', async () => {
  const email = anAddress();
  const id = await filled(email, 'es');
  const reminder = await reminderTo(email);
  expect(reminder?.subject).toBe('Su carrito sigue aquí');
  expect(reminder?.text).toContain(`http://shop.example/es/checkout?cartId=${id}`);
  expect(reminder?.html).toContain('<html lang="es"');
});

test('in the language of the page on which it was last changed', async () => {
  const [toSpanish, toEnglish] = [anAddress(), anAddress()];
  const [one, other] = [await filled(toSpanish, 'en'), await filled(toEnglish, 'es')];
  for (const [id, email, language] of [
    [one, toSpanish, 'es'],
    [other, toEnglish, 'en'],
  ] as const)
    await shop.call(contract.updateCart, {
      params: { id },
      body: { productIds: ['ein-filing'], email, language },
    });
  expect((await reminderTo(toSpanish))?.subject).toBe('Su carrito sigue aquí');
  expect((await emailsTo(shop, toEnglish))[0]?.subject).toBe('Your cart is still here');
});

test("in the profile's language, where the page was English; and in English for languages without emails", async () => {
  const person = await aCustomer(shop);
  await shop.db.updateTable('app_user').set({ language: 'es' }).where('id', '=', person.userId).execute();
  const otherAddresses = [anAddress(), anAddress()] as const;
  await filled(otherAddresses[0], 'xx');
  await filled(otherAddresses[1], 'ar');
  await person.call(contract.createCart, {
    body: { productIds: ['ein-filing'], email: person.email, language: 'en' },
  });
  expect((await reminderTo(person.email))?.subject).toBe('Su carrito sigue aquí');
  for (const email of otherAddresses)
    expect((await emailsTo(shop, email))[0]?.subject).toBe('Your cart is still here');
});

test("in the language of a merged guest cart if the user's cart has none", async () => {
  const person = await aCustomer(shop);
  await person.call(contract.createCart, { body: { productIds: ['logo-design'], email: person.email } });
  const id = await filled(person.email, 'es');
  await person.call(contract.mergeCart, { params: { id } });
  expect((await reminderTo(person.email))?.subject).toBe('Su carrito sigue aquí');
});
