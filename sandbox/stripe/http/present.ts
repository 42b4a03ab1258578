/**
 * Converts stored objects to responses: expansion of ids, the restricted view of browsers, and lists with
 * cursors.
 */
import type Stripe from 'stripe';
import { invalidRequest, noSuch } from '#sandbox/stripe/http/errors.ts';
import { idOf } from '#sandbox/stripe/ids.ts';
import { expandableFields, type Kind, type Kinds, wordsFor } from '#sandbox/stripe/kinds.ts';
import type { Among, ListQuery, Range } from '#sandbox/stripe/store.ts';
import type { Call } from '#sandbox/stripe/world.ts';

type Fields = Record<string, unknown>;
const deepestExpansion = 4;

export function present(call: Call, answer: object, expand: readonly string[] | undefined): object {
  const copy = structuredClone(answer) as Fields;
  for (const path of expand ?? []) {
    const steps = path.split('.');
    if (steps.length > deepestExpansion)
      throw invalidRequest(
        `You cannot expand more than ${deepestExpansion} levels of a property (${path}).`,
        { param: 'expand' },
      );
    expandInto(call, copy, steps, path);
  }
  return call.isBrowser ? browserView(copy) : copy;
}

function expandInto(call: Call, target: Fields, steps: readonly string[], path: string): void {
  if ((target.object === 'list' || target.object === 'search_result') && steps[0] === 'data') {
    for (const item of target.data as Fields[]) expandInto(call, item, steps.slice(1), path);
    return;
  }
  const [first = '', ...others] = steps;
  if (isList(target[first]) && others.length > 0) {
    expandInto(call, target[first], others, path);
    return;
  }
  const expandable = expandableFields[String(target.object)] ?? {};
  for (let length = 1; length <= steps.length; length += 1) {
    const kind = expandable[steps.slice(0, length).join('.')];
    if (kind === undefined) continue;
    const holder = steps
      .slice(0, length - 1)
      .reduce<unknown>((fields, step) => (isObject(fields) ? fields[step] : null), target);
    if (!isObject(holder)) return;
    const name = steps[length - 1] as string;
    if (typeof holder[name] === 'string') holder[name] = objectOrTombstone(call, kind, holder[name]);
    if (Array.isArray(holder[name]))
      holder[name] = holder[name].map((id) =>
        typeof id === 'string' ? objectOrTombstone(call, kind, id) : id,
      );
    for (const item of Array.isArray(holder[name]) && length < steps.length ? (holder[name] as Fields[]) : [])
      expandInto(call, item, steps.slice(length), path);
    if (length < steps.length && !Array.isArray(holder[name]) && isObject(holder[name]))
      expandInto(call, holder[name] as Fields, steps.slice(length), path);
    return;
  }
  const included = includable[String(target.object)]?.[first];
  if (included !== undefined) {
    target[first] ??= structuredClone(included(call, String(target.id)));
    if (others.length > 0 && isObject(target[first])) expandInto(call, target[first], others, path);
    return;
  }
  throw invalidRequest(`This property cannot be expanded (${path}).`, { param: 'expand' });
}

const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null;
const isList = (value: unknown): value is Fields => isObject(value) && value.object === 'list';

/** Fields that are present only on request. */
const includable: Record<string, Record<string, (call: Call, id: string) => unknown>> = {
  charge: {
    refunds: (call, id) => listOf(call, 'refund', `/v1/charges/${id}/refunds`, { limit: 10 }, { charge: id }),
  },
  customer: {
    subscriptions: (call, id) =>
      listOf(
        call,
        'subscription',
        `/v1/customers/${id}/subscriptions`,
        { limit: 10 },
        { customer: id },
        runningSubscriptions,
      ),
  },
  invoice: {
    payments: (call, id) =>
      listOf(call, 'invoice_payment', `/v1/invoice_payments?invoice=${id}`, { limit: 10 }, { invoice: id }),
    confirmation_secret: confirmationSecret,
  },
};

/** Default filter of subscription lists: all but the canceled ones. */
export const runningSubscriptions = {
  field: 'status',
  values: ['active', 'incomplete', 'incomplete_expired', 'past_due', 'paused', 'trialing', 'unpaid'],
};

/** The client secret of the PaymentIntent behind an open invoice. */
function confirmationSecret(call: Call, invoiceId: string): { client_secret: string; type: string } | null {
  const { store } = call.world;
  const payments = store.list('invoice_payment', { filters: { invoice: invoiceId }, limit: 100 });
  const payment = payments.find(({ is_default: isDefault }) => isDefault);
  const intent =
    payment === undefined ? null : store.find('payment_intent', idOf(payment.payment.payment_intent) ?? '');
  return intent?.client_secret ? { client_secret: intent.client_secret, type: 'payment_intent' } : null;
}

const objectOrTombstone = (call: Call, kind: Kind, id: string): object =>
  call.world.store.find(kind, id) ?? { id, object: kind, deleted: true };

/**
 * Fields of an intent that a browser with the publishable key sees: nothing about the customer, our ids, or
 * our notes.
 */
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
  return fields === undefined
    ? object
    : Object.fromEntries(fields.filter((name) => name in object).map((name) => [name, object[name]]));
}

export type Page = {
  limit?: number | undefined;
  starting_after?: string | undefined;
  ending_before?: string | undefined;
  created?: number | Range | undefined;
};

/**
 * One page of a list. Reads one object more than requested to determine `has_more`. Conditions without an
 * index use `matches`, which reads every object.
 */
export function listOf<K extends Kind>(
  call: Call,
  kind: K,
  url: string,
  page: Page,
  filters: ListQuery['filters'] = {},
  among?: Among,
  matches?: (object: Kinds[K]) => boolean,
): Stripe.ApiList<Kinds[K]> {
  if (page.starting_after !== undefined && page.ending_before !== undefined) {
    throw invalidRequest('Send either starting_after or ending_before, not both.', {
      param: 'starting_after',
    });
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
  const read = call.world.store.list(kind, {
    filters,
    among,
    created: page.created,
    limit: matches === undefined ? limit + 1 : 1_000_000,
    ...(before === undefined ? {} : { before }),
    ...(after === undefined ? {} : { after }),
  });
  const fitting = matches === undefined ? read : read.filter(matches);
  const found = after === undefined ? fitting.slice(0, limit + 1) : fitting.slice(-limit - 1);
  const hasMore = found.length > limit;
  const data = hasMore ? (after === undefined ? found.slice(0, limit) : found.slice(1)) : found;
  return { object: 'list', data, has_more: hasMore, url };
}
