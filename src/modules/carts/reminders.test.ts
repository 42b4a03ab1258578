/**
 * The lifecycle of an abandoned cart: reminded at most twice, restored from the email, paid or lost. Uses a
 * clock that the test moves.
 */
import { contract } from '#contract/contract.ts';
import { addressHashes } from '#modules/mail/unsubscribe.ts';
import { aCart, billingDetails, buy, confirm, intentOf, statusOf } from '#test/builders/buyer.ts';
import { aCustomer, anAccount } from '#test/builders/customer.ts';
import { aShop, type Shop } from '#test/builders/shop.ts';
import { emailsTo, mailboxOf, type ReceivedEmail } from '#test/emails.ts';
import { until } from '#test/until.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CartSweep, sweepCarts } from './reminders.ts';
import { defaultCartTimes } from '#modules/settings/values.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await aShop({ webhooks: false });
});
afterAll(() => shop.stop());

const hour = 3_600_000;
const day = 24 * hour;
let people = 0;
const anAddress = (): string => {
  people += 1;
  return `left-${people}@example.com`;
};
const leave = async (email = anAddress(), productIds = ['ein-filing', 'logo-design']) => ({
  email,
  id: (await shop.call(contract.createCart, { body: { productIds, email, firstName: 'Kofi' } })).id,
});
const sweep = (): Promise<CartSweep> => sweepCarts(shop.deps, defaultCartTimes);
const afterHours = async (hours: number): Promise<CartSweep> => {
  shop.travel(hours * hour);
  return sweep();
};
const statusOfCart = async (id: string) =>
  (await shop.db.selectFrom('cart').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status;
const decisions = async (cartId: string) =>
  (
    await shop.db
      .selectFrom('cart_reminder')
      .select(['number', 'skipped'])
      .where('cart_id', '=', cartId)
      .orderBy('number')
      .execute()
  ).map(({ number, skipped }) => skipped ?? number);
type Received = ReceivedEmail & { headers: { name: string; value: string }[] };
const headerOf = (email: ReceivedEmail | undefined, name: string): string =>
  (email as Received).headers.find((header) => header.name.toLowerCase() === name)?.value ?? '';
const stopAddress = (email: ReceivedEmail | undefined): URL =>
  new URL(/<([^>]+)>/.exec(headerOf(email, 'list-unsubscribe'))?.[1] ?? 'none:');
const press = (address: URL, body = 'List-Unsubscribe=One-Click') =>
  fetch(`${shop.origin}${address.pathname}${address.search}`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body,
  });
const payFor = async (cartId: string, email: string, productIds = ['ein-filing', 'logo-design']) => {
  const placed = await buy(shop, { cartId, productIds, billingDetails: { ...billingDetails, email } });
  await confirm(shop, intentOf(placed));
  expect((await statusOf(shop, placed.orderId)).status).toBe('paid');
};
const noMail = async () =>
  until(
    'no email waits',
    async () =>
      (
        await shop.db
          .selectFrom('mail')
          .select('id')
          .where('sent_at', 'is', null)
          .where('failed_at', 'is', null)
          .execute()
      ).length === 0,
  );

describe('an abandoned cart', () => {
  test('is pending, abandoned after 24 hours with one email, reminded again after 72, and lost after 30 days', async () => {
    const { id, email } = await leave();
    await afterHours(23);
    expect(await statusOfCart(id)).toBe('pending');
    await afterHours(2);
    expect(await statusOfCart(id)).toBe('abandoned');
    const [first] = await emailsTo(shop, email);
    expect(first?.subject).toBe('Your cart is still here');
    expect(first?.text).toContain(`http://shop.example/checkout?cartId=${id}`);
    expect(first?.text).toContain('EIN');
    expect(first?.text).not.toContain('Kofi');
    await Promise.all([sweep(), sweep(), sweep()]);
    await afterHours(40);
    expect(await mailboxOf(shop, email)).toHaveLength(1);
    await afterHours(8);
    const both = await emailsTo(shop, email, 2);
    expect(both[1]?.subject).toBe('Still interested? Your cart is saved');
    await afterHours(24 * 20);
    expect(await statusOfCart(id)).toBe('abandoned');
    await afterHours(24 * 10);
    expect(await statusOfCart(id)).toBe('lost');
    await noMail();
    expect(await mailboxOf(shop, email)).toHaveLength(2);
    const other = anAddress();
    await shop.call(contract.updateCart, {
      params: { id },
      body: { productIds: ['ein-filing'], email: other },
    });
    await afterHours(25);
    expect([await statusOfCart(id), await decisions(id)]).toEqual(['abandoned', [1, 2]]);
    const hashes = shop.db.selectFrom('reminder_address').select('address_hash');
    expect(await hashes.where('address_hash', 'in', addressHashes(shop.deps.keys, other)).execute()).toEqual(
      [],
    );
  });

  test('stays pending without a usable address, and is lost like every other', async () => {
    const [half, none] = [await leave('kofi@exam'), await leave('')];
    await afterHours(25);
    for (const { id } of [half, none]) expect(await statusOfCart(id)).toBe('pending');
    await afterHours(24 * 30);
    for (const { id } of [half, none])
      expect([await statusOfCart(id), await decisions(id)]).toEqual(['lost', []]);
  });

  test('that was abandoned and is paid is recovered; a pending one that is paid is completed', async () => {
    const [abandoned, quick] = [await leave(), await leave()];
    await payFor(quick.id, quick.email);
    await afterHours(25);
    await payFor(abandoned.id, abandoned.email);
    expect([await statusOfCart(abandoned.id), await statusOfCart(quick.id)]).toEqual([
      'recovered',
      'completed',
    ]);
    for (const { id } of [abandoned, quick])
      await expect(
        shop.call(contract.updateCart, {
          params: { id },
          body: { productIds: ['ein-filing'], email: 'x@example.com' },
        }),
      ).rejects.toMatchObject({
        code: 'cart_completed',
        message: 'Cart is already completed',
      });
    const emails = (await emailsTo(shop, abandoned.email, 2)).map(({ subject }) => subject);
    await afterHours(24 * 31);
    await noMail();
    expect(
      (await mailboxOf(shop, abandoned.email))
        .map(({ subject }) => subject)
        .filter((subject) => subject.includes('cart')),
    ).toEqual(emails.filter((subject) => subject.includes('cart')));
  });

  test('that changes gets no reminder for another 72 hours', async () => {
    const { id, email } = await leave();
    await afterHours(25);
    await emailsTo(shop, email);
    await shop.call(contract.updateCart, { params: { id }, body: { productIds: ['ein-filing'], email } });
    expect(await statusOfCart(id)).toBe('abandoned');
    await afterHours(60);
    expect(await decisions(id)).toEqual([1]);
    await afterHours(13);
    expect(await decisions(id)).toEqual([1, 2]);
  });
});

describe('no reminder is sent', () => {
  test('while the cart is being paid; after that attempt fails, it is', async () => {
    const { id, email } = await leave();
    const placed = await buy(shop, {
      cartId: id,
      productIds: ['ein-filing', 'logo-design'],
      billingDetails: { ...billingDetails, email },
    });
    await afterHours(25);
    expect([await statusOfCart(id), await decisions(id)]).toEqual(['pending', []]);
    await shop.db
      .updateTable('shop_order')
      .set({ status: 'canceled', canceled_at: shop.deps.clock.now() })
      .where('id', '=', placed.orderId)
      .execute();
    await sweep();
    expect([await statusOfCart(id), await decisions(id)]).toEqual(['abandoned', [1]]);
  });

  test('that was queued but not sent when the cart is paid meanwhile', async () => {
    const { id, email } = await leave();
    await shop.control('PUT', '/control/mailbox/refusals', { count: 1_000 });
    await afterHours(25);
    expect(await decisions(id)).toEqual([1]);
    await payFor(id, email);
    // The mail server rejects everything until the reminder has been checked again.
    const reminder = shop.db
      .selectFrom('mail')
      .select(['sent_at', 'failed_at'])
      .where('kind', '=', 'cart_reminder')
      .where('to_address', '=', email);
    await until('the reminder is withdrawn', () =>
      reminder.where('failed_at', 'is not', null).executeTakeFirst(),
    );
    await shop.control('PUT', '/control/mailbox/refusals', { count: 0 });
    await noMail();
    expect((await mailboxOf(shop, email)).map(({ subject }) => subject)).not.toContain(
      'Your cart is still here',
    );
    expect(await reminder.execute()).toMatchObject([{ sent_at: null, failed_at: expect.any(Date) }]);
    expect(
      await shop.db.selectFrom('alarm').select('detail').where('kind', '=', 'mail_undeliverable').execute(),
    ).toEqual([]);
  });

  test('to an address that had two in 30 days, from any number of carts', async () => {
    const email = anAddress();
    const carts = [await leave(email), await leave(email.toUpperCase()), await leave(email)];
    shop.travel(25 * hour);
    await Promise.all([sweep(), sweep()]);
    const decided = await Promise.all(carts.map(({ id }) => decisions(id)));
    expect(decided.flat().toSorted()).toEqual([1, 1, 'too_many']);
    for (const { id } of carts) expect(await statusOfCart(id)).toBe('abandoned');
    await afterHours(48);
    expect(
      (await Promise.all(carts.map(({ id }) => decisions(id))))
        .flat()
        .filter((decision) => decision === 'too_many'),
    ).toHaveLength(4);
    await noMail();
    expect((await mailboxOf(shop, email)).length + (await mailboxOf(shop, email.toUpperCase())).length).toBe(
      4,
    );
    shop.travel(29 * day);
    const later = await leave(email);
    await afterHours(25);
    expect(await decisions(later.id)).toEqual([1]);
  });

  test('to a customer who has bought since', async () => {
    const email = anAddress();
    const [abandoned, other] = [await leave(email), await leave(email)];
    await payFor(other.id, email);
    await afterHours(25);
    expect([await statusOfCart(abandoned.id), await decisions(abandoned.id)]).toEqual([
      'abandoned',
      ['bought'],
    ]);
  });

  test('about products that are no longer sold', async () => {
    const { id } = await leave(anAddress(), ['trademark-filing-support']);
    await shop.db
      .updateTable('product')
      .set({ active: false })
      .where('id', '=', 'trademark-filing-support')
      .execute();
    await afterHours(25);
    expect(await decisions(id)).toEqual(['nothing_to_sell']);
  });

  test('about the cart of a closed or disabled account', async () => {
    const person = await aCustomer(shop);
    const { id } = await person.call(contract.createCart, {
      body: { productIds: ['ein-filing'], email: anAddress() },
    });
    await shop.db
      .updateTable('app_user')
      .set({ disabled_at: shop.deps.clock.now() })
      .where('id', '=', person.userId)
      .execute();
    await afterHours(25);
    expect(await decisions(id)).toEqual(['account_closed']);
  });

  test('to an account whose own address unsubscribed, whatever address its carts contain', async () => {
    const account = await anAccount(shop);
    const { id } = await leave(account.email);
    await afterHours(25);
    const [email] = await emailsTo(shop, account.email);
    expect((await press(stopAddress(email))).status).toBe(200);
    const cart = await leave();
    await shop.db.updateTable('cart').set({ user_id: account.userId }).where('id', '=', cart.id).execute();
    await afterHours(25);
    expect(await decisions(cart.id)).toEqual(['stopped']);
    await afterHours(48);
    expect(await decisions(id)).toEqual([1, 'stopped']);
  });
});

test('the owner of a confirmed address is greeted by name', async () => {
  const person = await aCustomer(shop, { firstName: 'Efua' });
  await person.call(contract.createCart, { body: { productIds: ['ein-filing'], email: person.email } });
  await afterHours(25);
  expect((await emailsTo(shop, person.email))[0]?.text).toContain('Hello Efua,');
});

describe('the unsubscribe link', () => {
  const aReminder = async () => {
    const cart = await leave();
    await afterHours(25);
    const [reminder] = await emailsTo(shop, cart.email);
    return { ...cart, reminder, address: stopAddress(reminder) };
  };

  test('is in the one-click headers of mail programs, and in both parts of the email', async () => {
    const { reminder, address } = await aReminder();
    expect(headerOf(reminder, 'list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
    expect(address.href).toMatch(/^http:\/\/shop\.example\/unsubscribe\?stopToken=rem_[\w-]{22}\.[\w-]{43}$/);
    expect(reminder?.text).toContain(address.href);
    expect(reminder?.html).toContain(address.href);
    // Only emails with an opt-out mention one.
    await payFor(await aCart(shop, ['logo-design']), 'receipt-of-carts@example.com', ['logo-design']);
    const receipt = await emailsTo(shop, 'receipt-of-carts@example.com');
    expect(headerOf(receipt[0], 'list-unsubscribe')).toBe('');
  });

  test('works on a POST without a session, once and permanently', async () => {
    const { id, email, address } = await aReminder();
    expect((await fetch(`${shop.origin}${address.pathname}${address.search}`)).status).not.toBe(500);
    await afterHours(48);
    expect(await decisions(id)).toEqual([1, 2]);
    for (let time = 0; time < 2; time += 1) {
      const answer = await press(address);
      expect([answer.status, answer.redirected, await answer.text()]).toEqual([
        200,
        false,
        'You will get no more emails about your cart.',
      ]);
    }
    shop.travel(40 * day);
    const later = await leave(email.toUpperCase());
    await afterHours(25);
    expect([await statusOfCart(later.id), await decisions(later.id)]).toEqual(['abandoned', ['stopped']]);
    const entries = await shop.db
      .selectFrom('audit_log')
      .select('object')
      .where('action', '=', 'reminders_stopped')
      .execute();
    expect(entries.filter(({ object }) => address.href.includes(object))).toHaveLength(1);
  });

  test('accepts multipart and the page’s own call; any other form and a forged link do nothing', async () => {
    const [byForm, byPage] = [await aReminder(), await aReminder()];
    const body = new FormData();
    body.set('List-Unsubscribe', 'One-Click');
    expect(
      (
        await fetch(`${shop.origin}${byForm.address.pathname}${byForm.address.search}`, {
          method: 'POST',
          body,
        })
      ).status,
    ).toBe(200);
    expect((await press(byPage.address, 'something=else')).status).toBe(422);
    const token = byPage.address.searchParams.get('stopToken') ?? '';
    const [id = '', mac = ''] = token.split('.');
    const [otherId = ''] = (byForm.address.searchParams.get('stopToken') ?? '').split('.');
    for (const wrong of [`${otherId}.${mac}`, `${id}.${mac.slice(1)}A`, id, `${token}.`, 'x'])
      await expect(shop.call(contract.stopReminders, { body: { token: wrong } })).rejects.toMatchObject({
        status: 404,
        message: 'This link is incomplete. Please open it from the email again',
      });
    await afterHours(48);
    expect([await decisions(byForm.id), await decisions(byPage.id)]).toEqual([
      [1, 'stopped'],
      [1, 2],
    ]);
    expect(await shop.call(contract.stopReminders, { body: { token } })).toEqual({});
    shop.travel(40 * day);
    const later = await leave(byPage.email);
    await afterHours(25);
    expect(await decisions(later.id)).toEqual(['stopped']);
  });
});
