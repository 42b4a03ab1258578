/** Orders and accounts store a language. Outgoing emails use it, and fall back to unchanged English. */
import { randomUUID } from 'node:crypto';
import { contract } from '#contract/contract.ts';
import { creditEmail } from '#modules/mail/emails/credit.ts';
import { queue } from '#modules/mail/service.ts';
import { languagesOf } from '#modules/mail/words-store.ts';
import { orderNumber } from '#modules/orders/rules.ts';
import { readLanguages, spokenLanguages } from '#platform/languages/languages.ts';
import { billingDetails, buy, buyAs, confirm, intentOf, statusOf } from '#test/builders/buyer.ts';
import { aCustomer, aPassword, type Customer } from '#test/builders/customer.ts';
import { aCreditBuyer, buyOnAccount } from '#test/builders/credit-buyer.ts';
import { aShop, type Shop } from '#test/builders/shop.ts';
import { emailsTo } from '#test/emails.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { senderOf } from '#modules/mail/sender.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await aShop({ webhooks: false, languages: await readLanguages(spokenLanguages) });
});
afterAll(() => shop.stop());

const freshEmail = (): string => `guest-${randomUUID().slice(0, 8)}@example.com`;
const languageOfOrder = async (id: string) =>
  (await shop.db.selectFrom('shop_order').select('language').where('id', '=', id).executeTakeFirstOrThrow())
    .language;
const details = {
  firstName: 'Ama',
  lastName: 'Boateng',
  phone: '+233 20 123 4567',
  address: '12 Ring Road',
  city: 'Accra',
  country: 'GH',
};
const speak = ({ call, userId }: Customer, language: 'en' | 'es') =>
  call(contract.updateUser, { body: { ...details, id: userId, language } });

describe('an order stores', () => {
  test.each([
    ['es', 'es'],
    ['ar', 'ar'],
    ['en', 'en'],
    [undefined, 'en'],
    ['xx', 'en'],
  ])('of a page in %s: %s', async (language, stored) => {
    const { orderId } = await buy(shop, {
      billingDetails: { ...billingDetails, email: freshEmail() },
      ...(language && { language }),
    });
    expect(await languageOfOrder(orderId)).toBe(stored);
  });

  test('the language of the profile, for an English page; changing the profile changes earlier orders, too', async () => {
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

test('an account stores the language of the page that created it', async () => {
  const email = freshEmail();
  const chosen = {
    password: aPassword,
    confirmPassword: aPassword,
    userName: `ama${randomUUID().slice(0, 8)}`,
  };
  await shop.call(contract.register, { body: { ...details, ...chosen, email, language: 'es' } });
  const languageOfAccount = async () =>
    (await shop.db.selectFrom('app_user').select('language').where('email', '=', email).executeTakeFirst())
      ?.language;
  await expect.poll(languageOfAccount, { timeout: 10_000 }).toBe('es');
});

const paidBy = async (email: string, language?: string): Promise<string> => {
  const { orderId, ...answer } = await buy(shop, {
    productIds: ['ein-filing', 'us-business-address'],
    billingDetails: { ...billingDetails, email },
    ...(language && { language }),
  });
  await confirm(shop, intentOf(answer));
  expect((await statusOf(shop, orderId)).status).toBe('paid');
  return orderId;
};
const numberOf = async (id: string) =>
  orderNumber(
    String(
      (await shop.db.selectFrom('shop_order').select('number').where('id', '=', id).executeTakeFirstOrThrow())
        .number,
    ),
  );

test('buying on a Spanish page sends the receipt and password link in Spanish, and the account keeps it', async () => {
  const email = freshEmail();
  const orderId = await paidBy(email, 'es');
  const number = await numberOf(orderId);
  const [receipt, link] = (await emailsTo(shop, email, 2)).toSorted((a) =>
    a.subject.includes(number) ? -1 : 1,
  );
  expect(receipt?.subject).toBe(`Su recibo del pedido ${number}`);
  for (const words of [
    'Gracias, Kofi',
    'EIN filing: $',
    'Qué sigue ahora'.toUpperCase(),
    'FACTURADO A',
    'Ghana',
    'traducción asistida por máquina',
  ])
    expect(receipt?.text).toContain(words);
  expect(receipt?.text).toMatch(/^US business address renews on .* until you cancel\..*$/m);
  expect(receipt?.text).toMatch(
    /^US business address se renueva el \d+ de .* hasta que usted cancele\. Puede cancelar/m,
  );
  expect(receipt?.html).toContain('<html lang="es"');
  expect(link?.subject).toBe('Elija una contraseña para su cuenta');
  expect(
    await shop.db.selectFrom('app_user').select('language').where('email', '=', email).execute(),
  ).toEqual([{ language: 'es' }]);
});

test.each([undefined, 'en', 'ar', 'xx'])(
  'buying on a page in %s sends the usual English text',
  async (language) => {
    const email = freshEmail();
    const number = await numberOf(await paidBy(email, language));
    const emails = await emailsTo(shop, email, 2);
    expect(emails.map(({ subject }) => subject).toSorted()).toEqual([
      'Choose a password for your account',
      `Your receipt for order ${number}`,
    ]);
    for (const { text, html } of emails) {
      expect(html).toContain('<html lang="en" dir="ltr">');
      expect(text).not.toMatch(/machine-assisted|asistida/);
    }
  },
);

test("the operator's text of an email applies in English; the Spanish email keeps ours", async () => {
  const owner = await aCustomer(shop);
  const texts = JSON.stringify({ 'Your receipt for order {number}': 'Paid: {number}' });
  await shop.db
    .insertInto('email_words')
    .values({ kind: 'receipt', version: 1, texts, made_at: new Date(), made_by: owner.userId })
    .execute();
  const [english, spanish] = [freshEmail(), freshEmail()];
  const numbers = [await numberOf(await paidBy(english)), await numberOf(await paidBy(spanish, 'es'))];
  expect((await emailsTo(shop, english, 2)).map(({ subject }) => subject)).toContain(`Paid: ${numbers[0]}`);
  expect((await emailsTo(shop, spanish, 2)).map(({ subject }) => subject)).toContain(
    `Su recibo del pedido ${numbers[1]}`,
  );
});

test('emails about an account and its credit are in the language of its profile', async () => {
  const person = await aCustomer(shop);
  await speak(person, 'es');
  await shop.call(contract.forgotPassword, { body: { email: person.email } });
  const [reset] = await emailsTo(shop, person.email, 1);
  expect(reset?.subject).toBe('Establezca una nueva contraseña');
  expect(reset?.text).toMatch(/en un plazo de \d+ (minutos|horas)\./);
  await shop.db.transaction().execute((tx) =>
    queue(tx, shop.deps, {
      kind: 'credit_unfrozen',
      orderId: null,
      to: person.email,
      email: creditEmail({ kind: 'credit_unfrozen' }, { firstName: 'Ama', ...senderOf(shop.deps) }),
    }),
  );
  const credit = (await emailsTo(shop, person.email, 2)).find(
    ({ subject }) => subject === 'Puede volver a comprar a crédito',
  );
  expect(credit?.text).toContain('Hola, Ama:');
  expect(credit?.text).not.toMatch(/Hello|credit /);
});

test("an email without order or link uses the language of its address's account, despite the postal address", async () => {
  const [spanish, english, stranger] = [await aCustomer(shop), await aCustomer(shop), freshEmail()];
  for (const person of [spanish, english])
    await person.call(contract.updateUser, {
      body: { ...details, id: person.userId, address: person.email },
    });
  await speak({ ...spanish }, 'es');
  await spanish.call(contract.updateUser, {
    body: { ...details, id: spanish.userId, address: spanish.email },
  });
  const receivers = [spanish.email.toUpperCase(), english.email, stranger];
  const orders = receivers.map((to) => ({ orderId: null, to }));
  expect(await shop.db.transaction().execute((tx) => languagesOf(tx, orders))).toEqual(['es', 'en', 'en']);
});

test('a receipt for an order on account is in the language of the order', async () => {
  const person = await aCreditBuyer(shop);
  await speak(person, 'es');
  const { orderId } = await buyOnAccount(shop, person);
  expect(await languageOfOrder(orderId)).toBe('es');
  const email = await shop.db
    .selectFrom('mail')
    .select(['subject', 'text', 'html'])
    .where('order_id', '=', orderId)
    .where('kind', '=', 'receipt')
    .executeTakeFirstOrThrow();
  expect(email.subject).toBe(`Su pedido ${await numberOf(orderId)} en Net 30`);
  expect(email.text).toMatch(
    /^La factura INV-\S+ es por la primera mitad: \$[\d.,]+, con vencimiento el \d+ de /m,
  );
  expect(email.text).not.toMatch(/\b(invoice|your|the)\b/);
  expect(email.html).toContain('<html lang="es"');
});
