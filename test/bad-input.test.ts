/**
 * For any input, the shop returns a readable error and stores nothing. A 500 is a bug, and so is a new row.
 * Both are checked after every request.
 */
import { contract } from '#contract/contract.ts';
import { aPurchaseRequest } from '#test/builders/buyer.ts';
import { aShop, type Shop } from '#test/builders/shop.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

let shop: Shop;
beforeAll(async () => {
  shop = await aShop({ runJobs: false });
});
afterAll(() => shop.stop());

type Sending = {
  method: string;
  path: string;
  body?: string | Uint8Array<ArrayBuffer>;
  headers?: Record<string, string>;
};

const asJson = { 'content-type': 'application/json' };

const cartId = 'cart_AAAAAAAAAAAAAAAAAAAAAA';
const orderId = 'ord_AAAAAAAAAAAAAAAAAAAAAA';
const draft = { firstName: 'Kofi', email: 'kofi@example.com', productIds: ['ein-filing'] };
const purchaseRequest = aPurchaseRequest();
const buying = '/api/payments/create-and-purchase';

const purchase = (change: object): Sending => ({
  method: 'POST',
  path: buying,
  headers: asJson,
  body: JSON.stringify({ ...purchaseRequest, ...change }),
});
const billing = (change: object): Sending =>
  purchase({ billingDetails: { ...purchaseRequest.billingDetails, ...change } });
const cart = (change: object): Sending => ({
  method: 'POST',
  path: '/api/carts',
  headers: asJson,
  body: JSON.stringify({ ...draft, ...change }),
});
const raw = (body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = asJson): Sending => ({
  method: 'POST',
  path: buying,
  headers,
  body,
});
const get = (path: string): Sending => ({ method: 'GET', path });

/** Number of rows per table. */
async function rowCounts(): Promise<Record<string, number>> {
  const { rows } = await sql<{
    name: string;
  }>`select tablename as name from pg_tables where schemaname = 'public' order by 1`.execute(shop.db);
  const counts = rows.map(async ({ name }) => {
    const counted = await sql<{ count: string }>`select count(*) from ${sql.table(name)}`.execute(shop.db);
    return [name, Number(counted.rows[0]?.count)] as const;
  });
  return Object.fromEntries(await Promise.all(counts));
}

/**
 * Sends a request and returns the error, after checking that it is well-formed and that nothing was stored.
 */
async function refusal({
  method,
  path,
  body,
  headers,
}: Sending): Promise<{ status: number; message: string; code: string | null }> {
  const before = await rowCounts();
  const answer = await fetch(`${shop.origin}${path}`, { method, headers, body });
  const text = await answer.text();
  expect(answer.status, text).toBeGreaterThanOrEqual(400);
  expect(answer.status, text).toBeLessThan(500);
  expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
  expect(answer.headers.get('x-error-code')).toMatch(/^[a-z_]+$/);
  const message: unknown = JSON.parse(text);
  expect(message).toBeTypeOf('string');
  expect(message, 'a sentence for people').toMatch(/^[A-Z][^{}<>]{4,200}$/);
  expect(message, 'no words of the machine').not.toMatch(
    /zod|undefined|\bnull\b|\bexpected\b|syntax|regex|pattern|postgres|constraint|at \//i,
  );
  expect(await rowCounts()).toEqual(before);
  return { status: answer.status, message: String(message), code: answer.headers.get('x-error-code') };
}

const deep = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);

const cases: Record<string, Record<string, Sending>> = {
  'a body that is not JSON': {
    'is cut off': raw('{"productIds": ["ein-filing"'),
    'is empty': raw(''),
    'is a form': raw('productIds=ein-filing', { 'content-type': 'application/x-www-form-urlencoded' }),
    'has no content type': raw(JSON.stringify(purchaseRequest), {}),
    'calls itself text': raw(JSON.stringify(purchaseRequest), { 'content-type': 'text/plain' }),
    'calls itself almost JSON': raw(JSON.stringify(purchaseRequest), { 'content-type': 'application/jsonx' }),
    'is bad UTF-8': raw(
      Buffer.concat([Buffer.from('{"firstName":"'), Buffer.from([0xc3, 0x28, 0xff]), Buffer.from('"}')]),
    ),
    'is UTF-16': raw(Buffer.from(JSON.stringify(purchaseRequest), 'utf16le')),
    'holds NaN': raw(JSON.stringify(purchaseRequest).replace('{', '{"expectedTotal":NaN,')),
    'has one megabyte': raw(JSON.stringify({ ...purchaseRequest, note: 'x'.repeat(1_000_000) })),
    'has one megabyte and is no JSON': raw('x'.repeat(1_000_000)),
    'is nested 49,000 deep': raw(deep(49_000)),
  },
  'a body of the wrong shape': {
    'is a list': raw('[]'),
    'is a text': raw('"ein-filing"'),
    'is null': raw('null'),
    'is a number': raw('1'),
    'is empty': raw('{}'),
    'has an unknown key': purchase({ admin: true }),
    'has __proto__': raw(JSON.stringify(purchaseRequest).replace('{', '{"__proto__":{"isAdmin":true},')),
    'has constructor': purchase({ constructor: { prototype: { isAdmin: true } } }),
    'has an unknown key in billing': billing({ isAdmin: true }),
    'has __proto__ in billing': raw(
      JSON.stringify(purchaseRequest).replace('"firstName"', '"__proto__":{"a":1},"firstName"'),
    ),
  },
  'products that cannot be bought': {
    'is unknown': purchase({ productIds: ['no-such-product'] }),
    'is named after a method': purchase({ productIds: ['constructor'] }),
    'needs a quote': purchase({ productIds: ['visa-application-support'] }),
    'comes twice': purchase({ productIds: ['ein-filing', 'ein-filing'] }),
    'is a number': purchase({ productIds: [1] }),
    'is null': purchase({ productIds: [null] }),
    'is a text instead of a list': purchase({ productIds: 'ein-filing' }),
    'is a list inside a list': purchase({ productIds: [['ein-filing']] }),
    'is nothing': purchase({ productIds: [] }),
    'is very long': purchase({ productIds: ['a'.repeat(5_000)] }),
    'has a null byte': purchase({ productIds: ['ein\u0000filing'] }),
    'has SQL in it': purchase({ productIds: ["ein-filing' or '1'='1"] }),
    'is a thousand of them': purchase({
      productIds: Array.from({ length: 1_000 }, (_, index) => `product-${index}`),
    }),
  },
  'an amount': {
    'is negative': purchase({ expectedTotal: -1 }),
    'is huge': purchase({ expectedTotal: 1e300 }),
    'has three decimals': purchase({ expectedTotal: 149.501 }),
    'is a text': purchase({ expectedTotal: '149.50' }),
    'is a list': purchase({ expectedTotal: [149.5] }),
    'is not the price': purchase({ expectedTotal: 0.5 }),
    'is negative in a cart': cart({ cartAmount: -1 }),
    'is huge in a cart': cart({ cartAmount: 1e300 }),
    'is a text in a cart': cart({ cartAmount: '1' }),
  },
  'a billing field': {
    'is missing': billing({ firstName: undefined }),
    'is blank': billing({ lastName: '   ' }),
    'is null': billing({ country: null }),
    'is a number': billing({ phone: 5_550_142 }),
    'is a list': billing({ addressLine1: ['1 Ring Road'] }),
    'is very long': billing({ firstName: 'K'.repeat(10_000) }),
    'has a null byte': billing({ firstName: 'Ko\u0000fi' }),
    'has a null byte in the address': billing({ addressLine1: '1 Ring\u0000 Road' }),
    'is no e-mail': billing({ email: 'kofi' }),
    'is an e-mail with a line break': billing({ email: 'kofi@example.com\nBcc: all@example.com' }),
    'is an e-mail with a null byte': billing({ email: 'kofi\u0000@example.com' }),
    'is a very long e-mail': billing({ email: `${'k'.repeat(300)}@example.com` }),
    'is two e-mails': billing({ email: 'a@example.com,b@example.com' }),
    'is not there at all': purchase({ billingDetails: undefined }),
    'is a text instead of fields': purchase({ billingDetails: 'Kofi' }),
  },
  'the rest of a purchase': {
    'has an unknown code': purchase({ discountCode: 'NOSUCHCODE' }),
    'has a code that is a number': purchase({ discountCode: 10 }),
    'has a code with a null byte': purchase({ discountCode: 'WELCOME\u000010' }),
    'has a very long code': purchase({ discountCode: 'W'.repeat(10_000) }),
    'has a cart that does not exist': purchase({ cartId }),
    'has a cart id of another shape': purchase({ cartId: '../../etc/passwd' }),
    'has a very long cart id': purchase({ cartId: `cart_${'A'.repeat(10_000)}` }),
    'asks for credit': purchase({ creditPurchase: true }),
    'has a bad key': { ...purchase({}), headers: { ...asJson, 'idempotency-key': 'short' } },
    'has a very long key': { ...purchase({}), headers: { ...asJson, 'idempotency-key': 'k'.repeat(4_000) } },
  },
  'a cart': {
    'holds nothing': cart({ productIds: [] }),
    'holds an unknown product': cart({ productIds: ['no-such-product'] }),
    'has no value in any field': cart({ firstName: '', email: '' }),
    'has an unknown key': cart({ status: 'completed' }),
    'has a null byte': cart({ firstName: 'Ko\u0000fi' }),
    'has a very long field': cart({ addressLine1: 'A'.repeat(10_000) }),
    'is a list': { method: 'POST', path: '/api/carts', headers: asJson, body: '[]' },
    'does not exist': get(`/api/carts/${cartId}`),
    'does not exist and is changed': {
      method: 'PUT',
      path: `/api/carts/${cartId}`,
      headers: asJson,
      body: JSON.stringify(draft),
    },
    'does not exist and is deleted': { method: 'DELETE', path: `/api/carts/${cartId}` },
    'has an id of another shape': get('/api/carts/1'),
    'has a very long id': get(`/api/carts/cart_${'A'.repeat(6_000)}`),
    'has an id with a null byte': get(`/api/carts/${cartId.slice(0, -1)}%00`),
    'has an id with a broken escape': get('/api/carts/%E0%A4%A'),
    'has an id with a slash': get('/api/carts/..%2F..%2Forders'),
  },
  'an address': {
    'is unknown': get('/api/no-such-thing'),
    'is the API itself': get('/api/'),
    'has an unknown query': get('/api/blogs?admin=true'),
    'has a query twice': get('/api/blogs?page=1&page=2'),
    'has a __proto__ query': get('/api/blogs?__proto__[admin]=1'),
    'names an unknown code': get('/api/coupons/by-code/NOSUCHCODE'),
    'names a code with a null byte': get('/api/coupons/by-code/WELCOME%0010'),
    'names a very long code': get(`/api/coupons/by-code/${'W'.repeat(6_000)}`),
    'names a code with bad UTF-8': get('/api/coupons/by-code/%ff%fe'),
    'names a used up code': get('/api/coupons/by-code/LASTCALL'),
    'names an order that does not exist': get(`/api/orders/${orderId}/payment-status`),
    'names an order of another shape': get('/api/orders/1001/payment-status'),
    'takes no POST': { method: 'POST', path: '/api/products', headers: asJson, body: '{}' },
    'takes no PATCH': { method: 'PATCH', path: `/api/carts/${cartId}`, headers: asJson, body: '{}' },
    'takes no DELETE': { method: 'DELETE', path: buying },
    'takes no GET': get(buying),
  },
  'a webhook': {
    'is not signed': {
      method: 'POST',
      path: '/api/webhooks/stripe',
      headers: asJson,
      body: '{"id":"evt_1","type":"payment_intent.succeeded"}',
    },
    'has an invalid signature': {
      method: 'POST',
      path: '/api/webhooks/stripe',
      headers: { ...asJson, 'stripe-signature': 't=1,v1=00' },
      body: '{}',
    },
    'is bad UTF-8': {
      method: 'POST',
      path: '/api/webhooks/stripe',
      headers: { ...asJson, 'stripe-signature': 't=1,v1=00' },
      body: new Uint8Array([0xff]),
    },
    'has no body': { method: 'POST', path: '/api/webhooks/stripe' },
    'is requested with GET': get('/api/webhooks/stripe'),
  },
};

for (const [chapter, sendings] of Object.entries(cases)) {
  describe(`${chapter} is rejected when it`, () => {
    for (const [title, sending] of Object.entries(sendings)) {
      test(title, async () => {
        await refusal(sending);
      });
    }
  });
}

test('a duplicate key counts once, with its last value', async () => {
  const { method, path, body, headers } = raw(
    JSON.stringify(purchaseRequest).replace('{', '{"productIds":["itin-application"],'),
  );
  const answer = await fetch(`${shop.origin}${path}`, { method, headers, body });
  expect(await answer.json()).toMatchObject({ total: 149.5 });
});

describe('a rejection states the error', () => {
  const sentences: [string, Sending, { status: number; message: string | RegExp }][] = [
    [
      "in the specification's wording for a field",
      billing({ firstName: '' }),
      { status: 422, message: 'First name is required' },
    ],
    ['for an e-mail', billing({ email: 'kofi' }), { status: 422, message: 'Invalid email' }],
    ['for a missing list', purchase({ productIds: undefined }), { status: 422, message: /productIds/ }],
    ['for an unknown key', purchase({ admin: true }), { status: 422, message: 'Unknown field: admin' }],
    [
      'for a product that needs a quote',
      purchase({ productIds: ['visa-application-support'] }),
      { status: 409, message: /contact us/ },
    ],
    [
      'for a body that is too large',
      raw('x'.repeat(1_000_000)),
      { status: 413, message: 'The request is too large' },
    ],
    ['for a body that is not JSON', raw('{'), { status: 400, message: 'The request is not valid JSON' }],
    [
      'for another content type',
      raw('{}', { 'content-type': 'text/plain' }),
      { status: 415, message: 'Send the request as JSON' },
    ],
    [
      'for another method',
      get(buying),
      { status: 405, message: 'This address does not support that request method' },
    ],
    ['for an unknown address', get('/api/no-such-thing'), { status: 404, message: 'Not found' }],
  ];
  for (const [title, sending, { status, message }] of sentences) {
    test(title, async () => {
      const answer = await refusal(sending);
      expect(answer.status).toBe(status);
      expect(answer.message).toMatch(message);
    });
  }
});

test('the same purchase request without an error is accepted, so the rejections above have one cause each', async () => {
  const answer = await shop.call(contract.createAndPurchase, { body: purchaseRequest, headers: {} });
  expect(answer.status).toBe('requires_confirmation');
});
