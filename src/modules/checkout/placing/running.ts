/**
 * Whose turn it is to pay an order. Its link is a capability, so several people may hold it: what one of them is paying right now is never
 * canceled, or paid over, by another. The last purchase request of the order tells who that is, the processor whether it is still running.
 * A decline ends an attempt at once; its payment is then canceled before another one is opened.
 */
import { createHash } from 'node:crypto';
import { DomainError } from '#kernel/errors.ts';
import { worded } from '#kernel/language.ts';
import { sayUnavailable } from '#modules/payments/service.ts';
import * as payments from '#modules/payments/store.ts';
import type { Tx } from '#platform/database.ts';
import type { Deps } from '#platform/deps.ts';
import type { ProcessorState } from '#ports/payment-gateway.ts';
import * as requests from './store.ts';

/** Whoever asks. `byLink`: with the id of the order; else with its cart, or with the key under which it was placed. */
export type Holder = { actor: string; key: string; byLink: boolean };

/** Whose key it is: two people may choose the same one. */
export const actorOf = (userId: string | null): string => (userId === null ? guest : `user:${userId}`);
const guest = 'guest';

export const hash = (text: string): string => createHash('sha256').update(text).digest('base64url');

/** What a request to pay an order by its link is about. Requests that placed it carry the fingerprint of what was asked for. */
export const fingerprintOfLink = (orderId: string): string => hash(`order ${orderId}`);

/** The cart and the key of an order are known to its buyer alone, so whatever came by them is the buyer's own. */
function isSame(last: requests.LastRequest, { actor, key, byLink }: Holder, orderId: string): boolean {
  if (last.actor === actor && (actor !== guest || last.key === key)) return true;
  return !byLink && last.fingerprint !== fingerprintOfLink(orderId);
}

/** `declineRef`: the decline that ended it, where one did. */
export type Running = { orderId: string; request: requests.LastRequest; declineRef?: string | null };

/** An attempt of another holder on an order that may still be running. `over`: an attempt that was found to have ended. Lock the order first. */
export async function attemptOfAnother(tx: Tx, orderId: string, holder: Holder, over: Running | null): Promise<Running | null> {
  const request = await requests.lastOf(tx, orderId);
  if (request === null || isSame(request, holder, orderId)) return null;
  const isOver = over?.request.key === request.key && over.request.at.getTime() === request.at.getTime();
  return isOver ? null : { orderId, request };
}

/** For the request that follows it: its decline is not one of the new attempt. */
export const seenDeclineOf = (over: Running | null | undefined): { seenDecline?: string | null } =>
  over?.declineRef === undefined ? {} : { seenDecline: over.declineRef };

/** The browser asks for the card as soon as it has the payment's secret. */
const browserForMs = 90_000;
/** A bank gives its customer some minutes to answer. */
const bankForMs = 15 * 60_000;
/** A payment that the bank is deciding has no end of its own: its state is read again after this time. */
const readAgainAfterMs = 2 * 60_000;
const minuteMs = 60_000;

/**
 * Returns the attempt once it has ended, with the decline that ended it. Asks the processor, so never inside a transaction.
 * @throws `order_being_paid` with the time until when the attempt can still succeed, and `payment_unavailable` when the processor is away.
 */
export async function assertOver(deps: Deps, attempt: Running): Promise<Running> {
  const { orderId, request } = attempt;
  const payment = await payments.findOpenOfOrder(deps.db, orderId);
  const truth =
    payment === null || payment.intentRef === null ? null : await deps.gateway.readPayment(payment.intentRef).catch(sayUnavailable(deps));
  const declineRef = truth?.state === 'needs_card' ? truth.declineRef : null;
  const until =
    declineRef !== null && declineRef !== request.seenDecline ? null : mayRunUntil(truth?.state ?? null, request.at, deps.clock.now());
  if (until === null) return { ...attempt, declineRef };
  const time = new Date(Math.ceil(until.getTime() / minuteMs) * minuteMs).toISOString();
  throw new DomainError(
    'order_being_paid',
    worded('This order is being paid right now. If that payment does not succeed, you can pay at {time}', { time: { time } }),
  );
}

/** Null: it cannot succeed any more, or it already has. A canceled payment is one that another holder is replacing this moment. */
function mayRunUntil(state: ProcessorState | null, startedAt: Date, now: Date): Date | null {
  if (state === 'succeeded') return null;
  if (state === 'processing') return new Date(now.getTime() + readAgainAfterMs);
  const until = new Date(startedAt.getTime() + (state === 'needs_action' ? bankForMs : browserForMs));
  return now < until ? until : null;
}
