/**
 * Decides whose turn it is to pay an order. Its link is a capability that several people may hold, so a
 * payment in progress is never canceled or duplicated by another payer. The order's last purchase request
 * names the payer; the processor knows whether the payment is still running. A decline ends an attempt
 * immediately; its payment is then canceled before another is opened.
 */
import { createHash } from 'node:crypto';
import { DomainError } from '#kernel/errors.ts';
import { worded } from '#kernel/language.ts';
import { throwUnavailable } from '#modules/payments/service.ts';
import * as payments from '#modules/payments/store.ts';
import type { Tx } from '#platform/database.ts';
import type { Deps } from '#modules/shared/deps.ts';
import type { ProcessorState } from '#ports/payment-gateway.ts';
import * as requests from './purchase-request-store.ts';

/** The caller. `byLink`: identified by the order ID alone, not by its cart or the key it was placed under. */
export type Payer = { actor: string; key: string; byLink: boolean };

/** The owner of the key, because two users may choose the same one. */
export const actorOf = (userId: string | null): string => (userId === null ? guest : `user:${userId}`);
const guest = 'guest';

export const hash = (text: string): string => createHash('sha256').update(text).digest('base64url');

/**
 * The fingerprint of a request to pay an order by its link. Requests that placed an order carry the
 * fingerprint of their content.
 */
export const fingerprintOfLink = (orderId: string): string => hash(`order ${orderId}`);

/** Only the buyer knows an order's cart and key, so a request that has either comes from the buyer. */
function isSame(last: requests.LastRequest, { actor, key, byLink }: Payer, orderId: string): boolean {
  if (last.actor === actor && (actor !== guest || last.key === key)) return true;
  return !byLink && last.fingerprint !== fingerprintOfLink(orderId);
}

/** `declineRef`: the decline that ended it, if any. */
export type Running = { orderId: string; request: requests.LastRequest; declineRef?: string | null };

/**
 * Another payer's attempt on the order that may still be running. `endedAttempt`: an attempt that has ended.
 * The caller must lock the order.
 */
export async function attemptOfAnother(
  tx: Tx,
  orderId: string,
  payer: Payer,
  endedAttempt: Running | null,
): Promise<Running | null> {
  const request = await requests.lastOf(tx, orderId);
  if (request === null || isSame(request, payer, orderId)) return null;
  const hasEnded =
    endedAttempt?.request.key === request.key && endedAttempt.request.at.getTime() === request.at.getTime();
  return hasEnded ? null : { orderId, request };
}

/** For the next request: marks the decline as belonging to the previous attempt. */
export const seenDeclineOf = (endedAttempt: Running | null | undefined): { seenDecline?: string | null } =>
  endedAttempt?.declineRef === undefined ? {} : { seenDecline: endedAttempt.declineRef };

/** The browser asks for the card as soon as it has the payment's secret. */
const browserForMs = 90_000;
/** A bank gives its customer several minutes to confirm. */
const bankForMs = 15 * 60_000;
/** A payment that the bank is deciding has no deadline, so its state is read again after this time. */
const pollAfterMs = 2 * 60_000;
const minuteMs = 60_000;

/**
 * Returns the attempt once it has ended, with the decline that ended it. Asks the processor, so never inside
 * a transaction.
 * @throws `order_being_paid` with the time until when the attempt can still succeed, and
 *   `payment_unavailable` when the processor is unavailable.
 */
export async function assertEnded(deps: Deps, attempt: Running): Promise<Running> {
  const { orderId, request } = attempt;
  const payment = await payments.findOpenOfOrder(deps.db, orderId);
  const remote =
    payment === null || payment.intentRef === null
      ? null
      : await deps.gateway.readPayment(payment.intentRef).catch(throwUnavailable(deps));
  const declineRef = remote?.state === 'needs_card' ? remote.declineRef : null;
  const until =
    declineRef !== null && declineRef !== request.seenDecline
      ? null
      : mayRunUntil(remote?.state ?? null, request.at, deps.clock.now());
  if (until === null) return { ...attempt, declineRef };
  const time = new Date(Math.ceil(until.getTime() / minuteMs) * minuteMs).toISOString();
  throw new DomainError(
    'order_being_paid',
    worded('This order is being paid right now. If that payment does not succeed, you can pay at {time}', {
      time: { time },
    }),
  );
}

/**
 * Null when it can no longer succeed or already has. A canceled payment is being replaced by another payer
 * right now.
 */
function mayRunUntil(state: ProcessorState | null, startedAt: Date, now: Date): Date | null {
  if (state === 'succeeded') return null;
  if (state === 'processing') return new Date(now.getTime() + pollAfterMs);
  const until = new Date(startedAt.getTime() + (state === 'needs_action' ? bankForMs : browserForMs));
  return now < until ? until : null;
}
