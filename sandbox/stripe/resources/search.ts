/**
 * `/v1/payment_intents/search`. Supports a subset of the query language: clauses such as
 * `metadata['payment_id']:'pay_1'`, `status:"succeeded"`, or `amount>1000`, joined by AND or by OR but not
 * both. Unlike at Stripe, new payments are found immediately. Code must not rely on that, because at Stripe it
 * may take a minute.
 */
import type Stripe from 'stripe';
import { expand } from '#sandbox/stripe/http/common-parameters.ts';
import { invalidRequest } from '#sandbox/stripe/http/errors.ts';
import { operation } from '#sandbox/stripe/http/operation.ts';
import { integer, needed, text } from '#sandbox/stripe/http/parameters.ts';
import type { Call } from '#sandbox/stripe/world.ts';

type Clause = {
  negated: boolean;
  field: string;
  sign: ':' | '~' | '>' | '<' | '>=' | '<=';
  value: string | null;
};

/** Searchable fields besides metadata. */
const fields: readonly string[] = ['amount', 'created', 'currency', 'customer', 'status'];
const clausePattern =
  /^(-)?(?:metadata\[(?:"([^"]+)"|'([^']+)')\]|([a-z_]+))\s*(:|~|>=|<=|>|<)\s*(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|(null)|(-?\d+))/;

export const operations = [
  operation({
    method: 'GET',
    path: '/v1/payment_intents/search',
    params: { ...expand, query: needed(text()), limit: integer({ least: 1, most: 100 }), page: text() },
    run: (call, values) => search(call, values.query, values.limit ?? 10, values.page),
  }),
];

function search(call: Call, query: string, limit: number, page: string | undefined): object {
  const { clauses, any } = parse(query);
  const fits = (intent: Stripe.PaymentIntent) => {
    const results = clauses.map((clause) => matches(intent, clause));
    return any ? results.some(Boolean) : results.every(Boolean);
  };
  const offset = page === undefined ? 0 : Number(page);
  if (!Number.isSafeInteger(offset) || offset < 0) throw invalidRequest('Invalid page.', { param: 'page' });
  const found = candidates(call, clauses, any).filter(fits);
  const hasMore = found.length > offset + limit;
  return {
    object: 'search_result',
    url: '/v1/payment_intents/search',
    has_more: hasMore,
    data: found.slice(offset, offset + limit),
    next_page: hasMore ? String(offset + limit) : null,
  };
}

/** A search by metadata value uses the index; any other search reads every payment. */
function candidates(call: Call, clauses: Clause[], any: boolean): Stripe.PaymentIntent[] {
  const indexed = any
    ? undefined
    : clauses.find(
        ({ field, sign, negated, value }) =>
          field.startsWith('metadata.') && sign === ':' && !negated && value !== null,
      );
  return call.world.store.list('payment_intent', {
    limit: 1_000_000,
    ...(indexed === undefined ? {} : { filters: { [indexed.field]: indexed.value ?? undefined } }),
  });
}

function parse(query: string): { clauses: Clause[]; any: boolean } {
  const clauses: Clause[] = [];
  const joints = new Set<string>();
  let rest = query.trim();
  for (;;) {
    const found = clausePattern.exec(rest);
    if (found === null)
      throw invalidRequest(`The search query cannot be understood at: ${rest}`, { param: 'query' });
    const [clause, minus, doubleKey, singleKey, plain = '', sign, doubleText, singleText, nothing, number] =
      found;
    const key = doubleKey ?? singleKey;
    if (key === undefined && !fields.includes(plain))
      throw invalidRequest(`Field '${plain}' cannot be searched.`, { param: 'query' });
    const value =
      nothing !== undefined ? null : (doubleText ?? singleText ?? number ?? '').replace(/\\(.)/g, '$1');
    clauses.push({
      negated: minus !== undefined,
      field: key === undefined ? plain : `metadata.${key}`,
      sign: sign as Clause['sign'],
      value,
    });
    rest = rest.slice(clause.length).trim();
    if (rest === '') break;
    const joint = /^(AND|OR)\s+/i.exec(rest);
    if (joint !== null) rest = rest.slice(joint[0].length);
    joints.add(joint?.[1]?.toUpperCase() ?? 'AND');
    if (joints.size > 1)
      throw invalidRequest('A search query is joined either by AND or by OR, not by both.', {
        param: 'query',
      });
  }
  return { clauses, any: joints.has('OR') };
}

function matches(intent: Stripe.PaymentIntent, { negated, field, sign, value }: Clause): boolean {
  const actual = field.startsWith('metadata.')
    ? intent.metadata[field.slice('metadata.'.length)]
    : (intent as unknown as Record<string, unknown>)[field];
  return test(actual, sign, value) !== negated;
}

function test(actual: unknown, sign: Clause['sign'], value: string | null): boolean {
  if (value === null) return actual === undefined || actual === null;
  if (actual === undefined || actual === null) return false;
  switch (sign) {
    case ':':
      return String(actual).toLowerCase() === value.toLowerCase();
    case '~':
      return String(actual).toLowerCase().includes(value.toLowerCase());
    case '>':
      return Number(actual) > Number(value);
    case '<':
      return Number(actual) < Number(value);
    case '>=':
      return Number(actual) >= Number(value);
    case '<=':
      return Number(actual) <= Number(value);
  }
}
