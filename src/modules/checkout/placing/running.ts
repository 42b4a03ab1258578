/**
 * Whose turn it is to pay an order. Its link is a capability, so several people may hold it: what one of them is paying right now is never
 * cancelled, or paid over, by another. The last purchase request of the order tells who that is, the processor whether it is still running.
 */
import { createHash } from 'node:crypto';
import { sayUnavailable } from '#modules/payments/service.ts';
import * as payments from '#modules/payments/store.ts';
import type { Tx } from '#platform/database.ts';
import type { Deps } from '#platform/deps.ts';
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

export type Running = { orderId: string; request: requests.LastRequest };

/** Somebody else's attempt on an order that may still be running. `over`: an attempt that was found to have ended. Lock the order first. */
export async function attemptOfAnother(tx: Tx, orderId: string, holder: Holder, over: Running | null): Promise<Running | null> {
  const request = await requests.lastOf(tx, orderId);
  if (request === null || isSame(request, holder, orderId)) return null;
  const isOver = over?.request.key === request.key && over.request.at.getTime() === request.at.getTime();
  return isOver ? null : { orderId, request };
}

/** The browser asks for the card as soon as it has the payment's secret. */
const browserForMs = 90_000;
/** A bank gives its customer some minutes to answer. */
const bankForMs = 15 * 60_000;

/** Asks the processor, so never inside a transaction. Throws `payment_unavailable` when it is away. */
export async function isRunning(deps: Deps, { orderId, request }: Running): Promise<boolean> {
  const payment = await payments.findOpenOfOrder(deps.db, orderId);
  const ageMs = deps.clock.now().getTime() - request.at.getTime();
  const truth =
    payment === null || payment.intentRef === null ? null : await deps.gateway.readPayment(payment.intentRef).catch(sayUnavailable(deps));
  if (truth?.state === 'processing') return true;
  if (truth?.state === 'needs_action') return ageMs < bankForMs;
  // Whoever takes an order over has its payment cancelled first: for a moment a running attempt has none, or a cancelled one.
  return truth?.state !== 'succeeded' && ageMs < browserForMs;
}
