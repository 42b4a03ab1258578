/**
 * Writes `docs/openapi.json` from the contract. Run `npm run openapi` after a change; a test fails when the file is stale. Requests and
 * responses both use Zod's input side, because a price is a number of dollars on the wire.
 */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { answerSchema } from '#contract/answer-schema.ts';
import { contract } from '#contract/contract.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { z } from 'zod';

export const openapiPath = fileURLToPath(new URL('../docs/openapi.json', import.meta.url));

type Schema = Record<string, unknown>;

/** Codecs are described by their wire format. Refinements have no JSON Schema, so only the server checks them. */
const onTheWire = (type: z.ZodType): Schema => {
  const { $schema: _dialect, ...schema } = z.toJSONSchema(type, { io: 'input', unrepresentable: 'any' }) as Schema;
  return schema;
};

const parametersOf = (type: z.ZodType, where: 'path' | 'query' | 'header'): Schema[] => {
  const { properties = {}, required = [] } = onTheWire(type) as { properties?: Record<string, Schema>; required?: string[] };
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: where,
    required: where === 'path' || required.includes(name),
    schema,
  }));
};

/** An endpoint without a body has a schema that allows no keys; the document then omits the body. */
const takesBody = (row: Endpoint): boolean =>
  row.bytesAtMost !== undefined || Object.keys((onTheWire(row.body).properties ?? {}) as object).length > 0;

const json = (schema: Schema) => ({ 'application/json': { schema } });

const contentOf = (row: Endpoint) => (row.bytesAtMost === undefined ? json(onTheWire(row.body)) : { 'image/*': {} });

const refusal = {
  description: 'Error: the message for the customer, as a JSON string',
  headers: { 'x-error-code': { description: 'Machine-readable error code', schema: { type: 'string' } } },
  content: json({ type: 'string' }),
};

const security: Record<Endpoint['access'], Schema[]> = { public: [], customer: [{ bearer: [] }], staff: [{ bearer: [] }] };

const operationOf = (name: string, row: Endpoint): Schema => {
  const parameters = [...parametersOf(row.params, 'path'), ...parametersOf(row.query, 'query'), ...parametersOf(row.headers, 'header')];
  return {
    operationId: name,
    summary: row.summary,
    security: security[row.access],
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(takesBody(row) ? { requestBody: { required: true, content: contentOf(row) } } : {}),
    responses: {
      200: { description: 'Success', content: answerOf(row) },
      '4XX': refusal,
      '5XX': refusal,
    },
  };
};

const answerOf = ({ answers, response }: Endpoint): Schema =>
  answers === undefined ? json(onTheWire(answerSchema(response))) : { [answers === 'csv' ? 'text/csv' : 'application/zip']: {} };

/** Returns the whole document as stored in `docs/openapi.json`. */
export function openapiDocument(rows: Record<string, Endpoint>): Schema {
  const paths: Record<string, Schema> = {};
  for (const [name, row] of Object.entries(rows)) {
    paths[row.path] = { ...paths[row.path], [row.method.toLowerCase()]: operationOf(name, row) };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Stateside', version: '1', description: 'Money is in US dollars with at most two decimals.' },
    paths,
    components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
  };
}

export const openapiText = (): string => `${JSON.stringify(openapiDocument(contract), null, 2)}\n`;

if (import.meta.main) writeFileSync(openapiPath, openapiText());
