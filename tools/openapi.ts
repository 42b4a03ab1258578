/**
 * Writes `docs/openapi.json` from the contract. Run `npm run openapi` after a change; a test fails when the
 * file is stale. Requests and responses both use Zod's input side, because a price is a number of dollars on
 * the wire.
 */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { answerSchema } from '#contract/answer-schema.ts';
import { contract } from '#contract/contract.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { z } from 'zod';

export const openapiPath = fileURLToPath(new URL('../docs/openapi.json', import.meta.url));

type Schema = Record<string, unknown>;

/**
 * Codecs are described by their wire format. Refinements have no JSON Schema, so only the server checks them.
 */
const onTheWire = (type: z.ZodType): Schema => {
  const { $schema: _dialect, ...schema } = z.toJSONSchema(type, {
    io: 'input',
    unrepresentable: 'any',
  }) as Schema;
  return schema;
};

const parametersOf = (type: z.ZodType, where: 'path' | 'query' | 'header'): Schema[] => {
  const { properties = {}, required = [] } = onTheWire(type) as {
    properties?: Record<string, Schema>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: where,
    required: where === 'path' || required.includes(name),
    schema,
  }));
};

/** An endpoint without a body has a schema that allows no keys; the document then omits the body. */
const takesBody = (endpoint: Endpoint): boolean =>
  endpoint.bytesAtMost !== undefined ||
  Object.keys((onTheWire(endpoint.body).properties ?? {}) as object).length > 0;

const json = (schema: Schema) => ({ 'application/json': { schema } });

const contentOf = (endpoint: Endpoint) =>
  endpoint.bytesAtMost === undefined ? json(onTheWire(endpoint.body)) : { 'image/*': {} };

const refusal = {
  description: 'Error: the message for the customer, as a JSON string',
  headers: { 'x-error-code': { description: 'Machine-readable error code', schema: { type: 'string' } } },
  content: json({ type: 'string' }),
};

const security: Record<Endpoint['access'], Schema[]> = {
  public: [],
  customer: [{ bearer: [] }],
  staff: [{ bearer: [] }],
};

const operationOf = (name: string, endpoint: Endpoint): Schema => {
  const parameters = [
    ...parametersOf(endpoint.params, 'path'),
    ...parametersOf(endpoint.query, 'query'),
    ...parametersOf(endpoint.headers, 'header'),
  ];
  return {
    operationId: name,
    summary: endpoint.summary,
    security: security[endpoint.access],
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(takesBody(endpoint) ? { requestBody: { required: true, content: contentOf(endpoint) } } : {}),
    responses: {
      200: { description: 'Success', content: answerOf(endpoint) },
      '4XX': refusal,
      '5XX': refusal,
    },
  };
};

const answerOf = ({ answers, response }: Endpoint): Schema =>
  answers === undefined
    ? json(onTheWire(answerSchema(response)))
    : { [answers === 'csv' ? 'text/csv' : 'application/zip']: {} };

/** Returns the whole document as stored in `docs/openapi.json`, in the order of the paths. */
export function openapiDocument(endpoints: Record<string, Endpoint>): Schema {
  const paths: Record<string, Schema> = {};
  for (const [name, endpoint] of Object.entries(endpoints)) {
    paths[endpoint.path] = {
      ...paths[endpoint.path],
      [endpoint.method.toLowerCase()]: operationOf(name, endpoint),
    };
  }
  const sorted = Object.entries(paths).toSorted(([path], [other]) => (path < other ? -1 : 1));
  return {
    openapi: '3.1.0',
    info: {
      title: 'Stateside',
      version: '1',
      description: 'Money is in US dollars with at most two decimals.',
    },
    paths: Object.fromEntries(sorted),
    components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
  };
}

export const openapiText = (): string => `${JSON.stringify(openapiDocument(contract), null, 2)}\n`;

if (import.meta.main) writeFileSync(openapiPath, openapiText());
