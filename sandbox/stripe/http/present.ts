/**
 * From stored object to answer: expansion of ids into objects, the narrower view of browsers, and lists with cursors.
 */
import type Stripe from 'stripe';
import { invalidRequest, noSuch } from '#sandbox/stripe/http/errors.ts';
import { expandableFields, type Kind, type Kinds, wordsFor } from '#sandbox/stripe/kinds.ts';
import type { ListQuery, Range } from '#sandbox/stripe/store.ts';
import type { Call } from '#sandbox/stripe/world.ts';

type Fields = Record<string, unknown>;
const deepestExpansion = 4;

export function present(call: Call, answer: object, expand: readonly string[] | undefined): object {
  const copy = structuredClone(answer) as Fields;
  for (const path of expand ?? []) {
    const steps = path.split('.');
    if (steps.length > deepestExpansion)
      throw invalidRequest(`You cannot expand more than ${deepestExpansion} levels of a property (${path}).`, { param: 'expand' });
    expandInto(call, copy, steps, path);
  }
  return call.isBrowser ? browserView(copy) : copy;
}

function expandInto(call: Call, target: Fields, steps: readonly string[], path: string): void {
  if ((target.object === 'list' || target.object === 'search_result') && steps[0] === 'data') {
    for (const item of target.data as Fields[]) expandInto(call, item, steps.slice(1), path);
    return;
  }
  const expandable = expandableFields[target.object as Kind] ?? {};
  for (let length = 1; length <= steps.length; length += 1) {
    const kind = expandable[steps.slice(0, length).join('.')];
    if (kind === undefined) continue;
    const holder = steps.slice(0, length - 1).reduce<Fields>((fields, step) => fields[step] as Fields, target);
    const name = steps[length - 1] as string;
    if (typeof holder[name] === 'string') holder[name] = objectOrTombstone(call, kind, holder[name]);
    if (length < steps.length && holder[name] !== null) expandInto(call, holder[name] as Fields, steps.slice(length), path);
    return;
  }
  if (target.object === 'charge' && steps[0] === 'refunds' && steps.length === 1) {
    target.refunds = listOf(call, 'refund', `/v1/charges/${String(target.id)}/refunds`, { limit: 10 }, { charge: String(target.id) });
    return;
  }
  throw invalidRequest(`This property cannot be expanded (${path}).`, { param: 'expand' });
}

const objectOrTombstone = (call: Call, kind: Kind, id: string): object =>
  call.world.store.find(kind, id) ?? { id, object: kind, deleted: true };

/** What a browser with the publishable key sees of an intent: nothing about the customer, our ids or our notes. */
const browserFields: Record<string, readonly string[]> = {
  payment_intent: [
    'id',
    'object',
    'amount',
    'amount_details',
    'automatic_payment_methods',
    'canceled_at',
    'cancellation_reason',
    'capture_method',
    'client_secret',
    'confirmation_method',
    'created',
    'currency',
    'description',
    'last_payment_error',
    'livemode',
    'next_action',
    'payment_method',
    'payment_method_types',
    'processing',
    'receipt_email',
    'setup_future_usage',
    'shipping',
    'source',
    'status',
  ],
  setup_intent: [
    'id',
    'object',
    'automatic_payment_methods',
    'cancellation_reason',
    'client_secret',
    'created',
    'description',
    'last_setup_error',
    'livemode',
    'next_action',
    'payment_method',
    'payment_method_types',
    'status',
    'usage',
  ],
};

export function browserView(object: Fields): Fields {
  const fields = browserFields[String(object.object)];
  return fields === undefined ? object : Object.fromEntries(fields.filter((name) => name in object).map((name) => [name, object[name]]));
}

type Page = {
  limit?: number | undefined;
  starting_after?: string | undefined;
  ending_before?: string | undefined;
  created?: number | Range | undefined;
};

/** A page of a list. One more than asked for is read, which answers `has_more`. */
export function listOf<K extends Kind>(
  call: Call,
  kind: K,
  url: string,
  page: Page,
  filters: ListQuery['filters'] = {},
  types?: readonly string[],
): Stripe.ApiList<Kinds[K]> {
  if (page.starting_after !== undefined && page.ending_before !== undefined) {
    throw invalidRequest('Send either starting_after or ending_before, not both.', { param: 'starting_after' });
  }
  const limit = page.limit ?? 10;
  const cursor = (name: 'starting_after' | 'ending_before') => {
    const id = page[name];
    if (id === undefined) return undefined;
    const sequence = call.world.store.sequenceOf(kind, id);
    if (sequence === null) throw noSuch(wordsFor(kind), id, name);
    return sequence;
  };
  const [before, after] = [cursor('starting_after'), cursor('ending_before')];
  const found = call.world.store.list(kind, {
    filters,
    types,
    created: page.created,
    limit: limit + 1,
    ...(before === undefined ? {} : { before }),
    ...(after === undefined ? {} : { after }),
  });
  const hasMore = found.length > limit;
  const data = hasMore ? (after === undefined ? found.slice(0, limit) : found.slice(1)) : found;
  return { object: 'list', data, has_more: hasMore, url };
}
