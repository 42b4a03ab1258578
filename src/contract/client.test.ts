/**
 * The messages of failed calls: the server's text for an expected error, and one text for all other failures.
 */
import { expect, test } from 'vitest';
import { readCart } from './carts.ts';
import { createClient } from './client.ts';

const tryLater = 'error occurred, please try again later';
const asking = (answer: () => Promise<Response>) =>
  createClient(answer, 'http://shop.example')(readCart, { params: { id: 'cart_1234567890123456789012' } });

test('an error message is shown unchanged, with and without a code', async () => {
  const headers = { 'x-error-code': 'cart_completed' };
  await expect(
    asking(async () => Response.json('Cart is already completed', { status: 409, headers })),
  ).rejects.toMatchObject({
    status: 409,
    code: 'cart_completed',
    message: 'Cart is already completed',
  });
  await expect(asking(async () => Response.json('Words of a proxy', { status: 413 }))).rejects.toMatchObject({
    code: 'refused',
    message: 'Words of a proxy',
  });
});

test('an error without a message leaves the text to the page', async () => {
  await expect(asking(async () => new Response('<html>', { status: 400 }))).rejects.toMatchObject({
    code: 'unknown',
  });
});

test('server errors and missing responses share one message', async () => {
  const headers = { 'x-error-code': 'busy' };
  for (const answer of [
    async () => Response.json('The shop is very busy', { status: 503, headers }),
    async () => new Response('Bad gateway', { status: 502 }),
    async () => new Response('{"half', { status: 200 }),
    () => Promise.reject(new TypeError('Failed to fetch')),
  ])
    await expect(asking(answer)).rejects.toMatchObject({ message: tryLater });
});

test('the translation gets the code, status, message, and the parts of its text when the code is ambiguous', async () => {
  const refusals: unknown[] = [];
  const detail = { text: 'Too many requests. Please try again {wait}', values: { wait: { seconds: 60 } } };
  const answers = [
    Response.json('In 1 minute', {
      status: 429,
      headers: { 'x-error-code': 'rate_limited', 'x-error-detail': JSON.stringify(detail) },
    }),
    Response.json('Not found', {
      status: 404,
      headers: { 'x-error-code': 'not_found', 'x-error-detail': 'no JSON' },
    }),
    new Response('<html>', { status: 502 }),
  ];
  for (const answer of answers) {
    const call = createClient(
      async () => answer,
      'http://shop.example',
      async (refusal) => {
        refusals.push(refusal);
        return 'Said otherwise';
      },
    );
    await expect(call(readCart, { params: { id: 'cart_1234567890123456789012' } })).rejects.toMatchObject({
      message: 'Said otherwise',
    });
  }
  expect(refusals).toEqual([
    { status: 429, code: 'rate_limited', text: 'In 1 minute', detail },
    { status: 404, code: 'not_found', text: 'Not found', detail: null },
    { status: 502, code: 'internal', text: tryLater, detail: null },
  ]);
});
