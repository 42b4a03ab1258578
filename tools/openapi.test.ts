/** The public OpenAPI document matches the contract. */
import { readFileSync } from 'node:fs';
import { contract } from '#contract/contract.ts';
import { endpoint } from '#contract/endpoint.ts';
import { Dollars } from '#contract/values.ts';
import { openapiDocument, openapiPath, openapiText } from '#tools/openapi.ts';
import { expect, test } from 'vitest';
import { z } from 'zod';

test('docs/openapi.json is fresh (if not, run: npm run openapi)', () => {
  expect(readFileSync(openapiPath, 'utf8') === openapiText()).toBe(true);
});

test('every endpoint of the contract is in the document, once', () => {
  const { paths } = openapiDocument(contract) as {
    paths: Record<string, Record<string, { operationId: string }>>;
  };
  const named = Object.values(paths).flatMap((operations) =>
    Object.values(operations).map((operation) => operation.operationId),
  );
  expect(named.toSorted()).toEqual(Object.keys(contract).toSorted());
});

test('money is described as sent: a number of dollars', () => {
  const giveTip = endpoint({
    method: 'POST',
    path: '/api/tips',
    access: 'customer',
    summary: 'Give a tip',
    body: z.strictObject({ amount: Dollars }),
    response: z.object({ amount: Dollars }),
  });
  expect(openapiDocument({ giveTip }).paths).toMatchObject({
    '/api/tips': {
      post: {
        security: [{ bearer: [] }],
        requestBody: {
          content: {
            'application/json': {
              schema: { properties: { amount: { type: 'number' } }, required: ['amount'] },
            },
          },
        },
        responses: {
          200: {
            content: { 'application/json': { schema: { properties: { amount: { type: 'number' } } } } },
          },
        },
      },
    },
  });
});

test('an endpoint without a body documents none, and a path parameter is always required', () => {
  const giveTip = endpoint({
    method: 'GET',
    path: '/api/tips/{id}',
    access: 'public',
    summary: 'A tip',
    params: z.strictObject({ id: z.string() }),
    response: z.object({}),
  });
  const { paths } = openapiDocument({ readTip: giveTip }) as {
    paths: Record<string, Record<string, Record<string, unknown>>>;
  };
  const operation = paths['/api/tips/{id}']?.get;
  expect(operation).not.toHaveProperty('requestBody');
  expect(operation?.parameters).toEqual([
    { name: 'id', in: 'path', required: true, schema: { type: 'string' } },
  ]);
});
