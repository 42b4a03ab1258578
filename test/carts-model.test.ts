/**
 * Runs random sequences on the carts of one user with two devices, and checks the invariants after each step.
 * No saved product is lost, no cart is paid twice, and every status change is allowed. To repeat a run:
 * `SEED=… npx vitest run test/carts-model.test.ts`.
 */
import { CallError } from '#contract/client.ts';
import { contract } from '#contract/contract.ts';
import { sweepCarts } from '#modules/carts/reminders.ts';
import type { CartStatus } from '#modules/carts/rules.ts';
import { defaultCartTimes } from '#modules/settings/values.ts';
import { buy, buyAs, billingDetails, confirm, intentOf, statusOf } from '#test/builders/buyer.ts';
import { aCustomer, type Customer, logIn as newTokens } from '#test/builders/customer.ts';
import { aShop, type Shop } from '#test/builders/shop.ts';
import { amount } from '#test/amount.ts';
import { freshSeed, type Random, random } from '#test/chaos/random.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

let shop: Shop;
beforeAll(async () => {
  shop = await aShop({ webhooks: false, runJobs: false });
});
afterAll(() => shop.stop());

const sold = ['ein-filing', 'logo-design', 'itin-application', 'annual-report', 'mail-scan-pack'];
const steps = [
  'add',
  'add',
  'remove',
  'save',
  'save',
  'log in',
  'log out',
  'open link',
  'pay',
  'expire',
  'remind',
  'time passes',
] as const;
type Step = (typeof steps)[number];

/** A browser with its cart: what the page stores, and how it handles a response. */
type Device = { person: Customer | null; cartId: string | null; products: Set<string>; known: Set<string> };
/** `gone`: products that the step has removed or paid for. */
type World = {
  owner: Customer;
  devices: Device[];
  everMade: string[];
  hoursPassed: number;
  gone: Set<string>;
};

const callOf = ({ person }: Device) => person?.call ?? shop.call;
const refusal = (error: unknown): string => {
  if (!(error instanceof CallError)) throw error;
  return error.code;
};

type CartRow = { id: string; status: CartStatus; user_id: string | null; products: string[] };
const carts = async ({ owner, everMade }: World): Promise<CartRow[]> =>
  (
    await sql<CartRow>`
      select id, status, user_id, coalesce((select array_agg(product_id) from cart_item where cart_id = cart.id), '{}') as products
      from cart where id = any(${everMade}) or user_id = ${owner.userId}`.execute(shop.db)
  ).rows;

const isOpen = ({ status }: CartRow): boolean => status === 'pending' || status === 'abandoned';
const productsIn = (rows: CartRow[]): Set<string> =>
  new Set(rows.filter(isOpen).flatMap(({ products }) => products));

function learn(device: Device, productIds: readonly string[]): void {
  for (const id of productIds) device.products.add(id);
  device.known = new Set(productIds);
}

async function save(world: World, device: Device): Promise<void> {
  if (device.products.size === 0) return;
  for (const id of device.known) if (!device.products.has(id)) world.gone.add(id);
  const call = callOf(device);
  const body = { productIds: [...device.products], email: billingDetails.email };
  const saveOnce = async () => {
    if (device.cartId === null) return call(contract.createCart, { body });
    const knownCart = await call(contract.updateCart, {
      params: { id: device.cartId },
      body: { ...body, knownProductIds: [...device.known] },
    }).catch(refusal);
    if (typeof knownCart !== 'string') return knownCart;
    // The other device has paid this cart, so the products in this browser go into a new one.
    expect(['cart_completed', 'cart_not_found']).toContain(knownCart);
    return call(contract.createCart, { body });
  };
  const answer = await saveOnce();
  world.everMade.push(answer.id);
  const answered = answer.productIds ?? [];
  expect(answered).toEqual(expect.arrayContaining(body.productIds));
  device.cartId = answer.id;
  learn(device, answered);
}

async function logIn(world: World, device: Device): Promise<void> {
  device.person = world.owner;
  const before = await carts(world);
  const id = device.cartId ?? before.find((cart) => isOpen(cart) && cart.user_id === world.owner.userId)?.id;
  if (id === undefined) return;
  const answer = await world.owner.call(contract.mergeCart, { params: { id } }).catch(refusal);
  if (typeof answer === 'string' || answer.productIds === undefined) {
    device.cartId = null;
    return;
  }
  device.cartId = answer.id;
  learn(device, answer.productIds);
}

async function openLink(world: World, device: Device, chance: Random): Promise<void> {
  if (world.everMade.length === 0) return;
  const id = chance.pick(world.everMade);
  const found = await callOf(device)(contract.readCart, { params: { id } }).catch(refusal);
  if (typeof found === 'string' || found.productIds === undefined) return;
  const merged =
    device.person === null ? found : await device.person.call(contract.mergeCart, { params: { id } });
  if (merged.productIds === undefined) return;
  device.cartId = merged.id;
  learn(device, merged.productIds);
}

/** With `confirms: false` the order is placed but never paid. */
async function pay(world: World, device: Device, confirms: boolean): Promise<void> {
  await save(world, device);
  if (device.cartId === null || device.products.size === 0) return;
  const request = { productIds: [...device.products], cartId: device.cartId };
  const placed = await (device.person === null ? buy(shop, request) : buyAs(device.person, request)).catch(
    refusal,
  );
  if (typeof placed === 'string')
    return void expect(['order_already_paid', 'cart_not_found']).toContain(placed);
  if (!confirms) return;
  if (placed.client_secret !== undefined) await confirm(shop, intentOf(placed));
  expect((await statusOf(shop, placed.orderId)).status).toBe('paid');
  for (const id of request.productIds) world.gone.add(id);
  Object.assign(device, { cartId: null, products: new Set(), known: new Set() });
}

async function advanceTime(world: World, hours: number): Promise<void> {
  shop.travel(hours * 3_600_000);
  world.hoursPassed += hours;
  await sweepCarts(shop.deps, defaultCartTimes);
  // Access tokens expire after 10 minutes. The page would refresh them.
  Object.assign(world.owner, await newTokens(shop, world.owner));
}

async function take(step: Step, world: World, chance: Random): Promise<void> {
  const device = chance.pick(world.devices);
  switch (step) {
    case 'add':
      return void device.products.add(chance.pick(sold));
    case 'remove':
      device.products.delete(chance.pick([...sold]));
      return save(world, device);
    case 'save':
      return save(world, device);
    case 'log in':
      return logIn(world, device);
    case 'log out':
      return void Object.assign(device, {
        person: null,
        cartId: null,
        products: new Set(),
        known: new Set(),
      });
    case 'open link':
      return openLink(world, device, chance);
    case 'pay':
      return pay(world, device, true);
    case 'expire':
      return pay(world, device, false);
    case 'remind':
      return advanceTime(world, 25);
    default:
      return advanceTime(world, 73);
  }
}

const legal: Record<CartStatus, CartStatus[]> = {
  pending: ['pending', 'abandoned', 'completed', 'lost'],
  abandoned: ['abandoned', 'recovered', 'lost'],
  // Refilled, possibly with a reminder in the same step, or paid by an earlier order.
  lost: ['lost', 'pending', 'abandoned', 'recovered', 'completed'],
  recovered: ['recovered'],
  completed: ['completed'],
};

function check(step: Step, gone: ReadonlySet<string>, before: CartRow[], after: CartRow[]): void {
  for (const was of before) {
    const is = after.find(({ id }) => id === was.id);
    expect(legal[was.status], `${was.status} after ${step}`).toContain(is?.status);
  }
  const remaining = productsIn(after);
  for (const product of productsIn(before))
    if (!gone.has(product)) expect([...remaining], `after ${step}`).toContain(product);
}

async function runLife(seed: number, number: number): Promise<void> {
  const chance = random(seed).fork(number);
  const device = (): Device => ({ person: null, cartId: null, products: new Set(), known: new Set() });
  const world: World = {
    owner: await aCustomer(shop),
    devices: [device(), device()],
    everMade: [],
    hoursPassed: 0,
    gone: new Set(),
  };
  const taken: string[] = [];
  // Less than the 30 days after which a cart is lost for good, and shorter than a session.
  for (let stepsLeft = chance.between(8, 18); stepsLeft > 0 && world.hoursPassed < 24 * 6; stepsLeft -= 1) {
    const step = chance.pick(steps);
    taken.push(step);
    world.gone.clear();
    const before = await carts(world);
    await take(step, world, chance).catch((error: unknown) => {
      throw new Error(`seed ${seed}, life ${number}: ${taken.join(', ')}`, { cause: error });
    });
    check(step, world.gone, before, await carts(world));
  }
  const paid = await sql<{ id: string }>`
    select cart_id as id from shop_order where cart_id = any(${world.everMade}) and status in ('in_progress', 'completed')
    group by cart_id having count(*) > 1`.execute(shop.db);
  expect(paid.rows, `seed ${seed}, life ${number}`).toEqual([]);
}

test('no product is lost, no cart is paid twice, and every status is valid', {
  timeout: 1_800_000,
}, async () => {
  const seed = freshSeed();
  const lifetimes = amount(15, 1_000);
  for (let number = 0; number < lifetimes; number += 1) await runLife(seed, number);
});
