/**
 * Situation 16 with generated carts and codes. The total is the sum minus the discount, in whole cents, and
 * never negative. It is the same on the page, on the server, at the processor, and on the invoice. The test
 * computes the expected discount with a separate formula.
 */
import type { Client } from '#contract/client.ts';
import { contract } from '#contract/contract.ts';
import type { DomainError } from '#kernel/errors.ts';
import { cents, formatMoney, fromDollars } from '#kernel/money.ts';
import { storedPhone } from '#kernel/phone-numbers.ts';
import { checkInvariants } from '#modules/operations/invariants/invariants.ts';
import { defaultHolds } from '#modules/checkout/placing/coupon-hold.ts';
import { place, type Placed } from '#modules/checkout/placing/place-order.ts';
import { emptyBilling, replaceProducts, asCartProduct, type Product } from '#web/features/cart/cart.ts';
import { applyCoupon } from '#web/features/checkout/discount/apply-coupon.ts';
import { contentOf, type PurchaseContent } from '#web/features/checkout/purchase/content.ts';
import { type Charge, chargeFor, totalsOf } from '#web/features/checkout/summary/totals.ts';
import { createCartStore } from '#web/features/cart/cart-store.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { billingDetails, confirm, intentOf, statusOf } from './builders/buyer.ts';
import { aShop, type Shop } from './builders/shop.ts';
import { amount } from './amount.ts';

const carts = amount(100, 10_000);
/** Every 20th case is also paid over HTTP, to check the amount at the processor and on the issued invoice. */
const paidEvery = 20;
const concurrency = 6;
const billing = { ...billingDetails, phone: storedPhone(billingDetails.phone, billingDetails.country) };
const holds = { ...defaultHolds, ordersAtMost: 0 };

type Code = {
  code: string;
  kind: 'fixed_amount' | 'percentage';
  /** Cents or basis points. */
  worth: number;
  minimumCents: number | null;
  productIds: string[] | null;
};

let shop: Shop;
let products: Product[];
let codes: Code[];
beforeAll(async () => {
  shop = await aShop({ webhooks: false, runJobs: false });
  const chance = chanceOf(16);
  const priced = Array.from({ length: 60 }, (_, index) => {
    const isSubscription = index % 6 === 0;
    const price = aPrice(chance);
    return {
      id: `generated-${index}`,
      name: `Generated ${index}`,
      kind: isSubscription ? ('subscription' as const) : ('simple' as const),
      price_cents: isSubscription && index % 12 === 0 ? null : price,
      subscription_price_cents: isSubscription ? aPrice(chance) : null,
      subscription_period: isSubscription ? ('month' as const) : null,
      image: '/products/ein-filing.svg',
      position: 1_000 + index,
    };
  });
  await shop.db.insertInto('product').values(priced).execute();
  codes = Array.from({ length: 120 }, (_, index) => {
    const isFixed = chance() < 0.5;
    return {
      code: `GENERATED-${index}`,
      kind: isFixed ? 'fixed_amount' : 'percentage',
      worth: isFixed ? aPrice(chance) : 1 + Math.floor(chance() * 10_000),
      minimumCents: chance() < 0.3 ? aPrice(chance) : null,
      productIds:
        chance() < 0.4 ? sampleOf(chance, priced, 1 + Math.floor(chance() * 30)).map(({ id }) => id) : null,
    };
  });
  await shop.db.insertInto('coupon').values(codes.map(toRow)).execute();
  const ids = new Map(
    (await shop.db.selectFrom('coupon').select(['id', 'code']).execute()).map(({ id, code }) => [code, id]),
  );
  const scopes = codes.flatMap(({ code, productIds }) =>
    (productIds ?? []).map((productId) => ({ coupon_id: ids.get(code) ?? 0, product_id: productId })),
  );
  await shop.db.insertInto('coupon_product').values(scopes).execute();
  products = (await shop.call(contract.listProducts)).filter(({ id }) => id.startsWith('generated-'));
});
afterAll(() => shop.stop());

const toRow = ({ code, kind, worth, minimumCents }: Code) => ({
  code,
  kind,
  amount_cents: kind === 'fixed_amount' ? worth : null,
  basis_points: kind === 'percentage' ? worth : null,
  minimum_spend_cents: minimumCents,
  usage_limit: 1_000_000,
  expires_at: new Date(Date.now() + 86_400_000),
});

/** Random numbers from 0 to 1; the same seed returns the same sequence. */
function chanceOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
/** From 1 cent to $2,000.00, with more small prices, because they expose rounding errors. */
const aPrice = (chance: () => number): number => 1 + Math.floor(chance() ** 4 * 200_000);
const sampleOf = <T>(chance: () => number, all: readonly T[], count: number): T[] =>
  all
    .map((each) => ({ each, at: chance() }))
    .toSorted((a, b) => a.at - b.at)
    .slice(0, count)
    .map(({ each }) => each);

/**
 * Returns the discount, or null when the code does not apply. Computes with integer fractions and rounds once
 * at the end.
 */
function expectedDiscount(
  lines: { id: string; cents: bigint }[],
  { kind, worth, minimumCents, productIds }: Code,
): bigint | null {
  const counted = lines.filter(({ id }) => productIds === null || productIds.includes(id));
  const sum = counted.reduce((total, line) => total + line.cents, 0n);
  if (counted.length === 0 || (minimumCents !== null && sum < BigInt(minimumCents))) return null;
  if (kind === 'fixed_amount') return BigInt(worth) < sum ? BigInt(worth) : sum;
  const tenThousandths = sum * BigInt(worth);
  const integerPart = tenThousandths / 10_000n;
  return tenThousandths % 10_000n >= 5_000n ? integerPart + 1n : integerPart;
}

const answers = new Map<string, Promise<unknown>>();
/** Each code is looked up once, because the response does not depend on the cart. */
const lookUp = (async (_endpoint: unknown, sent: { params: { code: string } }) => {
  const { code } = sent.params;
  const answer = answers.get(code) ?? shop.call(contract.readCouponByCode, sent);
  answers.set(code, answer);
  return answer;
}) as unknown as Client;

/** A cart and a code, with the expected amounts in cents. `about` explains a failure. */
type Case = {
  key: string;
  code: Code;
  chosen: Product[];
  prices: number[];
  sum: number;
  discount: number;
  total: number;
  isUnmet: boolean;
  isPaid: boolean;
  about: string;
};

function caseOf(index: number): Case {
  const chance = chanceOf(index * 7_919 + 1);
  const code = codes[Math.floor(chance() * codes.length)] as Code;
  const chosen = sampleOf(chance, products, 1 + Math.floor(chance() * 8));
  const prices = chosen.map(({ price, subscriptionPrice }) =>
    Math.round((price ?? subscriptionPrice ?? 0) * 100),
  );
  const lines = chosen.map(({ id }, at) => ({ id, cents: BigInt(prices[at] ?? 0) }));
  const sum = prices.reduce((all, price) => all + price, 0);
  const expected = expectedDiscount(lines, code);
  const discount = Number(expected ?? 0n);
  return {
    key: `coupon-sums-${String(index).padStart(6, '0')}`,
    ...{ code, chosen, prices, sum, discount },
    total: sum - discount,
    isUnmet: expected === null,
    isPaid: index % paidEvery === 0,
    about: `cart ${index}: ${lines.map(({ id, cents: price }) => `${id} ${price}`).join(', ')}; ${JSON.stringify(code)}`,
  };
}

/** Returns what the page shows and what it would send. */
async function onPage({
  code,
  chosen,
  sum,
  discount,
  total,
  isUnmet,
  about,
}: Case): Promise<{ content: PurchaseContent; charge: Charge }> {
  const store = createCartStore();
  store.update(replaceProducts(chosen.map(asCartProduct).filter((product) => product !== null)));
  const applied = await applyCoupon(lookUp, store, code.code);
  const cart = store.read();
  const shown = totalsOf(cart.cartProducts, cart.discount);
  const sums = { subtotalCents: sum, discountCents: discount, totalCents: total };
  expect([applied.isApplied, shown], about).toEqual([!isUnmet, sums]);
  expect(Number.isSafeInteger(total) && total >= 0 && total <= sum, about).toBe(true);
  const isRenewing = chosen.some(({ type }) => type === 'subscription');
  return {
    content: contentOf({ ...cart, cartId: null }, emptyBilling),
    charge: chargeFor(shown.totalCents, isRenewing),
  };
}

function order(
  content: PurchaseContent,
  discountCode: string | null,
  key: string,
): Promise<Placed | DomainError> {
  const purchaseRequest = { productIds: content.productIds, discountCode, billing, cartId: null };
  const shownTotal = fromDollars(content.expectedTotal ?? 0);
  return place(shop.deps, { userId: null, key, purchaseRequest, shownTotal }, holds).catch(
    (error: DomainError) => error,
  );
}

async function buyOne(testCase: Case): Promise<Exclude<Charge, 'too_large'>> {
  const { key, code, sum, discount, total, isUnmet, isPaid, about } = testCase;
  const { content, charge } = await onPage(testCase);
  if (charge === 'too_large') throw new Error(`no cart here costs so much: ${about}`);
  // If the page dropped the code, one request is sent with the code anyway.
  const priceChanged = { status: 409, message: expect.stringContaining(formatMoney(cents(total))) };
  if (isUnmet && charge === 'card')
    expect(await order(content, code.code, `${key}-with-it`), about).toMatchObject(priceChanged);
  const placed = await order(content, content.discountCode ?? null, key);
  if (charge === 'too_small' || charge === 'card_needed') {
    expect(placed, about).toMatchObject({
      status: 422,
      code: charge === 'too_small' ? 'total_too_small' : 'card_needed',
    });
    return charge;
  }
  if (!('order' in placed)) throw new Error(`${about}\n${JSON.stringify(placed)}`);
  expect(placed.next, about).toBe(charge === 'free' ? 'done' : 'pay');
  // The amount to send to the processor, and the amount owed.
  if (placed.next === 'pay')
    expect(placed.payment.request, about).toMatchObject({ amount: total, currency: 'usd' });
  const row = await shop.db
    .selectFrom('shop_order')
    .innerJoin('invoice', 'invoice.order_id', 'shop_order.id')
    .select(['subtotal_cents', 'discount_cents', 'total_cents', 'invoice.id', 'invoice.amount_cents'])
    .where('shop_order.id', '=', placed.order.id)
    .executeTakeFirstOrThrow();
  expect(row, about).toMatchObject({
    subtotal_cents: sum,
    discount_cents: discount,
    total_cents: total,
    amount_cents: total,
  });
  if (charge === 'card' && isPaid) await pay(testCase, content, placed.order.id);
  if (charge === 'free' || isPaid) await checkInvoice(testCase, row.id);
  return charge;
}

/** Sends the purchase over HTTP. It continues the order that was placed under the same key. */
async function pay({ key, total, about }: Case, content: PurchaseContent, orderId: string): Promise<void> {
  const body = { ...content, billingDetails };
  const answer = await shop.call(contract.createAndPurchase, { headers: { 'idempotency-key': key }, body });
  expect(answer, about).toMatchObject({ orderId, total: total / 100 });
  await confirm(shop, intentOf(answer));
  expect(await shop.deps.gateway.readPayment(intentOf(answer)), about).toMatchObject({
    amount: total,
    amountReceived: total,
  });
  expect(await statusOf(shop, orderId), about).toMatchObject({ status: 'paid', total: total / 100 });
}

async function checkInvoice({ code, prices, sum, discount, total, about }: Case, id: string): Promise<void> {
  const invoice = await shop.call(contract.readInvoice, { params: { id } });
  const asCents = (dollars: number): number => fromDollars(dollars);
  expect(invoice, about).toMatchObject({
    status: 'paid',
    subtotal: sum / 100,
    discount: discount === 0 ? null : { amount: discount / 100, code: code.code },
    total: total / 100,
    paid: total / 100,
  });
  expect(invoice.lines.map((line) => asCents(line.amount)).toSorted(), about).toEqual(prices.toSorted());
}

test(
  `${carts} carts cost the same on the page, on the server, at the processor, and on the invoice`,
  async () => {
    const seen = { card: 0, free: 0, too_small: 0, card_needed: 0, unmet: 0 };
    let next = 0;
    const worker = async (): Promise<void> => {
      for (let index = next++; index < carts; index = next++) {
        const testCase = caseOf(index);
        seen[await buyOne(testCase)] += 1;
        if (testCase.isUnmet) seen.unmet += 1;
      }
    };
    await Promise.all(Array.from({ length: concurrency }, worker));
    // Every outcome occurred at least once, so no case passes by chance.
    for (const [way, count] of Object.entries(seen)) expect([way, count > 0]).toEqual([way, true]);
    expect(await checkInvariants(shop.db)).toEqual([]);
  },
  amount(300_000, 3_600_000),
);
