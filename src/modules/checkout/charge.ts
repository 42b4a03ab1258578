/**
 * Getting a placed order paid by card: by a new one, which the browser finishes with the payment's secret, or by a saved one, which is
 * charged here. The payment is opened before it is charged, so that its reference is ours before money can move.
 */
import { DomainError } from '#kernel/errors.ts';
import type * as contract from '#contract/checkout.ts';
import type { Handled } from '#contract/endpoint.ts';
import { applyTruth } from '#modules/payments/apply-intent.ts';
import * as cards from '#modules/payments/cards.ts';
import { hasTerms } from '#modules/payments/rules.ts';
import * as payments from '#modules/payments/service.ts';
import type { Deps } from '#platform/deps.ts';
import { GatewayRefused, GatewayUnavailable, type ProcessorPayment } from '#ports/payment-gateway.ts';
import type { Placed } from './place-order.ts';
import { sayUnavailable } from './unavailable.ts';

type Answer = Handled<typeof contract.createAndPurchase>;
type Payable = Extract<Placed, { next: 'pay' }>;

export type Payer = {
  /** Null for a guest. */
  userId: string | null;
  /** A saved card of this person, or null for a new card. */
  cardRef: string | null;
  /** Whether this person wants the new card among their saved ones. */
  saveCard: boolean;
  /** The page to which a bank sends the person back. */
  returnPath: '/payment-successful' | '/payment/success' | `/booster-checkout?boosterId=${string}`;
};

/** Null when the payment turns out to be cancelled or changed meanwhile, so that the order needs a new look. */
export async function charge(deps: Deps, { order, payment: found }: Payable, payer: Payer): Promise<Answer | null> {
  const answer = { orderId: order.id, total: order.total };
  const terms = { payerId: payer.userId, saveCard: payer.saveCard && payer.cardRef === null };
  const payment = hasTerms(found.request, terms) ? found : await payments.changeTerms(deps, found, terms).catch(sayUnavailable(deps));
  if (payment === null) return null;
  const opened = await payments.openAtProcessor(deps, payment).catch((error: unknown) => {
    // A saved card may have been charged by an earlier call, so nobody may say that it was not.
    if (error instanceof GatewayUnavailable && payer.cardRef !== null && payment.intentRef !== null) return null;
    return sayUnavailable(deps)(error);
  });
  const truth = opened === null || payer.cardRef === null ? opened : await useCard(deps, opened, payer, payer.cardRef);
  if (truth === null) return { ...answer, status: 'processing' };
  if (truth.state === 'needs_card' && payer.cardRef === null)
    return { ...answer, status: 'requires_confirmation', client_secret: truth.clientSecret };
  const status = await applyTruth(deps, truth);
  if (truth.state === 'needs_card') throw new DomainError('card_declined', truth.declineMessage ?? undefined);
  if (truth.state === 'needs_action') return { ...answer, status: 'requires_action', client_secret: truth.clientSecret };
  if (truth.state === 'canceled') return null;
  return { ...answer, status: status === 'succeeded' ? 'paid' : 'processing' };
}

/** Null when nobody knows how it ended: the browser asks again, and the webhook and the sweep find out. */
async function useCard(deps: Deps, opened: ProcessorPayment, payer: Payer, cardRef: string): Promise<ProcessorPayment | null> {
  const asksForIt = opened.state === 'needs_action' && opened.cardRef === cardRef;
  if (asksForIt || (opened.state !== 'needs_card' && opened.state !== 'needs_action')) return opened;
  const choice = {
    intentRef: opened.intentRef,
    cardRef,
    returnUrl: `${deps.publicOrigin}${payer.returnPath}${payer.returnPath.includes('?') ? '&' : '?'}orderId=${opened.orderId}`,
  };
  return deps.gateway.payWithCard(choice).catch((error: unknown) => {
    if (error instanceof GatewayRefused && error.code === 'card_unknown') throw new DomainError('card_not_found');
    if (!(error instanceof GatewayUnavailable)) return sayUnavailable(deps)(error);
    deps.log.error({ err: error, orderId: opened.orderId }, 'nobody knows whether a saved card was charged');
    return null;
  });
}

/**
 * Before anything is written down: a saved card is the payer's own, and a new one that is to be saved has room among theirs. A processor
 * that is away is found out later, where the answer can say what that means.
 */
export async function assertCardChoice(deps: Deps, { userId, cardRef, saveCard }: Omit<Payer, 'returnPath'>): Promise<void> {
  if (cardRef === null && !saveCard) return;
  if (userId === null) throw new DomainError(cardRef === null ? 'sign_in_required' : 'card_not_found');
  const check = cardRef === null ? cards.assertRoom(deps, userId) : cards.assertUsable(deps, userId, cardRef);
  await check.catch((error: unknown) => {
    if (!(error instanceof GatewayUnavailable)) throw error;
  });
}
