/**
 * Phone number and country in every call that accepts them: how they are stored and returned, and what is
 * rejected.
 */
import { contract } from '#contract/contract.ts';
import { billingDetails, buyAs } from '#test/builders/buyer.ts';
import { aCustomer } from '#test/builders/customer.ts';
import { aShop, type Shop } from '#test/builders/shop.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

let shop: Shop;
beforeAll(async () => {
  shop = await aShop({ runJobs: false });
});
afterAll(() => shop.stop());

const refusal = {
  status: 422,
  code: 'phone_invalid',
  message: 'Too few digits. A complete number looks like +234\u00a0802\u00a0123\u00a04567',
};
const wrong = '0803 123';
const typed = { country: 'Nigeria', phone: '0803 123 4567' };
const person = { firstName: 'Ama', lastName: 'Obi', address: '14 Cole Street', city: 'Lagos' };

test('an order stores the number as E.164 and the country as its code, and returns the number in groups', async () => {
  const customer = await aCustomer(shop);
  const { orderId } = await buyAs(customer, { billingDetails: { ...billingDetails, ...typed } });
  const stored = await shop.db
    .selectFrom('shop_order')
    .select(['phone', 'country'])
    .where('id', '=', orderId)
    .execute();
  expect(stored).toEqual([{ phone: '+2348031234567', country: 'NG' }]);
  const { billingInfo } = await customer.call(contract.readOrder, { params: { id: orderId } });
  expect(billingInfo).toMatchObject({ phone: '+234 803 123 4567', country: 'NG' });
  await expect(
    buyAs(customer, { billingDetails: { ...billingDetails, ...typed, phone: wrong } }),
  ).rejects.toMatchObject(refusal);
});

test('a guest with an invalid number gets a hint on how to write it', async () => {
  const body = { productIds: ['ein-filing'], billingDetails: { ...billingDetails, ...typed, phone: wrong } };
  await expect(shop.call(contract.createAndPurchase, { headers: {}, body })).rejects.toMatchObject(refusal);
});

test('a registration stores both the same way', async () => {
  const password = 'nine blue bicycles';
  const body = {
    ...person,
    ...typed,
    userName: 'ama',
    email: 'ama@lagos.example',
    password,
    confirmPassword: password,
  };
  await shop.call(contract.register, { body });
  const [request] = await shop.db
    .selectFrom('account_request')
    .select('registration')
    .where('email', '=', body.email)
    .execute();
  expect(request?.registration).toMatchObject({ phone: '+2348031234567', country: 'NG' });
  await expect(shop.call(contract.register, { body: { ...body, phone: wrong } })).rejects.toMatchObject(
    refusal,
  );
});

test('a message stores both the same way', async () => {
  const { phone: contact, country } = typed;
  const body = {
    firstName: 'Ama',
    lastName: 'Obi',
    email: 'ama@lagos.example',
    contact,
    country,
    message: 'Which state is best?',
  };
  await shop.call(contract.createContact, { body });
  const stored = await shop.db
    .selectFrom('contact_message')
    .select(['contact', 'country'])
    .where('email', '=', body.email)
    .execute();
  expect(stored).toEqual([{ contact: '+2348031234567', country: 'NG' }]);
  await expect(
    shop.call(contract.createContact, { body: { ...body, contact: wrong } }),
  ).rejects.toMatchObject(refusal);
});

test('the profile stores both the same way; an older number stays until its owner changes it', async () => {
  const { call, userId: id } = await aCustomer(shop);
  const old = '020 1234';
  await shop.db.updateTable('app_user').set({ phone: old }).where('id', '=', id).execute();
  const change = (phone: string) => call(contract.updateUser, { body: { id, ...person, ...typed, phone } });
  await change(old);
  expect(await call(contract.me)).toMatchObject({ phone: old, country: 'NG', city: 'Lagos' });
  await expect(change(wrong)).rejects.toMatchObject(refusal);
  await change(typed.phone);
  expect(await call(contract.me)).toMatchObject({ phone: '+234 803 123 4567' });
  const stored = await shop.db.selectFrom('app_user').select('phone').where('id', '=', id).execute();
  expect(stored).toEqual([{ phone: '+2348031234567' }]);
});

test('a saved cart stores a half-typed number, and a country by its code', async () => {
  const { id } = await shop.call(contract.createCart, {
    body: { productIds: ['ein-filing'], phoneNumber: wrong, country: 'Nigeria' },
  });
  expect(await shop.call(contract.readCart, { params: { id } })).toMatchObject({
    phoneNumber: wrong,
    country: 'NG',
  });
});

test('an extension is stored and returned in the same field, and the number is found without it', async () => {
  const customer = await aCustomer(shop);
  const phone = '+1 780-459-5656 x725';
  const { orderId } = await buyAs(customer, { billingDetails: { ...billingDetails, country: 'CA', phone } });
  const stored = await shop.db.selectFrom('shop_order').select('phone').where('id', '=', orderId).execute();
  expect(stored).toEqual([{ phone: '+17804595656 ext. 725' }]);
  const { billingInfo } = await customer.call(contract.readOrder, { params: { id: orderId } });
  expect(billingInfo).toMatchObject({ phone: '+1 780 459 5656 ext. 725' });
  const found = await shop.db.selectFrom('search_entry').select('words').where('id', '=', orderId).execute();
  expect(found).toMatchObject([{ words: expect.stringMatching(/ 17804595656(?!\d)/) }]);
  const change = { id: customer.userId, ...person, country: 'CA', phone };
  await customer.call(contract.updateUser, { body: change });
  const { phone: shown } = await customer.call(contract.me);
  expect(shown).toBe('+1 780 459 5656 ext. 725');
  await customer.call(contract.updateUser, { body: { ...change, phone: shown } });
  expect(await customer.call(contract.me)).toMatchObject({ phone: shown });
});

test('a cart accepts a pasted number with invisible direction marks', async () => {
  const { id } = await shop.call(contract.createCart, {
    body: { productIds: ['ein-filing'], phoneNumber: '\u202a+233 20 123 4567\u202c' },
  });
  const rows = await shop.db.selectFrom('cart').select('phone_number').where('id', '=', id).execute();
  expect(rows).toEqual([{ phone_number: '+233 20 123 4567' }]);
});
