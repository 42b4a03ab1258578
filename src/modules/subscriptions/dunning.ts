/**
 * Retries a failed renewal and emails its owner on fixed days, and ends the subscription after three weeks.
 * The processor itself tries only once, on the renewal day.
 */
import * as orders from '#modules/orders/store.ts';
import type { Deps } from '#modules/shared/deps.ts';
import { callOnce } from '#platform/keyed-call.ts';
import { GatewayRefused } from '#ports/payment-gateway.ts';
import type { InvoiceAttempt } from '#ports/subscription-billing.ts';
import { emailOfFailure } from './dunning-email.ts';
import { endIf } from './ending.ts';
import { applySubscription } from './follow.ts';
import * as links from './link-store.ts';
import { type DunningDay, dueTry, graceEnds } from './rules.ts';
import * as store from './store.ts';

/**
 * Does what is due today for a subscription with a failed payment. Safe to repeat: each day has one attempt
 * and one email.
 */
export async function dun(deps: Deps, { id, subscriptionRef, orderId }: store.Subscription): Promise<void> {
  // It may have been paid in the meantime, with the webhook missed.
  if (subscriptionRef !== null) await applySubscription(deps, subscriptionRef);
  const now = deps.clock.now();
  const { pastDueSince } = (await store.find(deps.db, id)) ?? { pastDueSince: null };
  if (pastDueSince === null || subscriptionRef === null) return;
  if (now >= graceEnds(pastDueSince))
    return void (await endIf(deps, { id, orderId }, 'unpaid', ({ status }) => status === 'past_due'));
  const [due] = await links.dueRenewals(deps.db, id);
  if (due === undefined) return;
  const day = dueTry(pastDueSince, await links.decidedDays(deps.db, due.id), now);
  if (day !== null) await tryOn(deps, { id, orderId, subscriptionRef }, due, day);
}

type Due = { id: string; processorRef: string };

async function tryOn(
  deps: Deps,
  about: { id: string; orderId: string; subscriptionRef: string },
  due: Due,
  day: DunningDay,
): Promise<void> {
  const attempt = await links.insertTry(deps.db, due.id, day, deps.clock.now());
  if (attempt.isDecided) return;
  const result = await charge(deps, due, attempt);
  if (result === null) return;
  if (result.outcome === 'paid') await applySubscription(deps, about.subscriptionRef);
  await deps.db.transaction().execute(async (tx) => {
    await orders.lock(tx, about.orderId);
    const locked = await store.lock(tx, about.id);
    const decided = { message: null, mailId: null, now: deps.clock.now() };
    if (result.outcome === 'paid' || locked?.status !== 'past_due')
      await links.decideTry(tx, due.id, day, { ...decided, outcome: result.outcome });
    else await emailOfFailure(tx, deps, locked, day, result);
  });
}

/**
 * Null: a concurrent request continues with a newer key. A definite rejection by the processor counts as a
 * decline; the invoice is unchanged.
 */
function charge(deps: Deps, due: Due, attempt: links.Try): Promise<InvoiceAttempt | null> {
  const under = (generation: number) => () =>
    deps.gateway
      .payInvoice({
        invoiceRef: due.processorRef,
        key: `pay:${due.id}:${attempt.day}${generation === 1 ? '' : `:${generation}`}`,
      })
      .catch((error: unknown): InvoiceAttempt => {
        if (error instanceof GatewayRefused) return { outcome: 'declined', message: error.message };
        throw error;
      });
  return callOnce({
    keyedAt: attempt.keyedAt,
    now: deps.clock.now(),
    ask: under(attempt.keyGeneration),
    // It was read as unpaid a moment ago.
    find: async () => null,
    renew: async () => {
      const generation = await links.renewTryKey(deps.db, due.id, attempt, deps.clock.now());
      return generation === null ? null : under(generation);
    },
  });
}
