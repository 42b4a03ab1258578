/**
 * From a placed order to its payment: a new card is confirmed at the processor, a saved one may still need its owner before the bank, and
 * then our server is asked. Only the server's `paid` is success.
 */
import type { Client } from '#contract/client.ts';
import { readPaymentStatus } from '#contract/payment-status.ts';
import type { BillingDraft } from '#web/features/cart/slice.ts';
import { isDeclined, type Outcome, outcomeOfLostCheck, type ProviderError } from './outcome.ts';
import type { PaymentMethodChoice } from '#web/features/checkout/payment/payment-method-choice.ts';
import { errorOccurred, type CardFields } from '#web/features/cards/card-fields.ts';
import { pollForMs, pollPaymentStatus, type PaymentStatus, wait } from './payment-status.ts';
import type { PurchaseAnswer } from './place-order.ts';

export type SuccessPage = '/payment-successful' | '/payment/success' | `/booster-checkout?boosterId=${string}`;

export const withOrder = (page: SuccessPage, orderId: string): string =>
  `${page}${page.includes('?') ? '&' : '?'}orderId=${encodeURIComponent(orderId)}`;

/** What a buyer waits for: our server takes the order, the card is asked, our server hears of the payment. */
export type Stage = 'placing' | 'paying' | 'checking';

export type Finishing = {
  call: Client;
  onStage: (stage: Stage) => void;
  paymentMethod: PaymentMethodChoice;
  /** Whose card it is. The processor is not told an address that is masked. */
  payer: BillingDraft;
  signal: AbortSignal;
  successPage: SuccessPage;
  /** Said where the processor gives no words for its no. */
  failed?: string;
};

/** After an unclear answer from the processor: long enough for a lost confirmation to arrive. */
const unclearForMs = 12_000;

/** The processor checks its own fields before anything is sent. Null when they are fine, or not used. */
export async function checkFields({ fields, cardId }: PaymentMethodChoice): Promise<Outcome | null> {
  if (fields === null || cardId !== null) return null;
  const { error } = await fields.elements.submit();
  return error ? { kind: 'refused', message: error.message ?? errorOccurred } : null;
}

export async function finishPayment(finishing: Finishing, placed: PurchaseAnswer): Promise<Outcome> {
  const { fields, cardId } = finishing.paymentMethod;
  const { failed = errorOccurred } = finishing;
  const { orderId, status, client_secret: clientSecret } = placed;
  if (status === 'paid' || status === 'invoiced') return { kind: status, orderId };
  if (fields === null || clientSecret === undefined) return untilDecided(finishing, orderId, pollForMs);
  finishing.onStage('paying');
  const error = await (cardId === null
    ? confirmNewCard(finishing, fields, orderId, clientSecret)
    : fields.stripe.handleNextAction({ clientSecret }).then((done): ProviderError | undefined => done.error));
  if (!error) return untilDecided(finishing, orderId, pollForMs);
  const message = error.message ?? failed;
  if (isDeclined(error)) return { kind: 'declined', message };
  return untilDecided(finishing, orderId, unclearForMs, message);
}

const isWholeAddress = (email: string): boolean => email.includes('@') && !email.includes('*');

async function confirmNewCard(
  { payer, successPage }: Finishing,
  { stripe, elements }: NonNullable<CardFields>,
  orderId: string,
  clientSecret: string,
): Promise<ProviderError | undefined> {
  const { error } = await stripe.confirmPayment({
    elements,
    clientSecret,
    redirect: 'if_required',
    confirmParams: {
      return_url: `${window.location.origin}${withOrder(successPage, orderId)}`,
      payment_method_data: {
        billing_details: {
          name: `${payer.firstName} ${payer.lastName}`,
          ...(isWholeAddress(payer.email) ? { email: payer.email } : {}),
          phone: payer.phoneNumber,
          address: { line1: payer.address, country: payer.country },
        },
      },
    },
  });
  return error;
}

/** Without `unclear` the processor has said yes, and only paid or canceled count; with it, an order still open at the end was not paid. */
async function untilDecided({ call, signal, onStage }: Finishing, orderId: string, forMs: number, unclear?: string): Promise<Outcome> {
  onStage('checking');
  const read = () => call(readPaymentStatus, { params: { id: orderId } });
  const isSettled = ({ status }: PaymentStatus) => status === 'paid' || status === 'canceled';
  const last = await pollPaymentStatus({ read, isSettled, pause: wait, now: Date.now, signal, forMs }).catch(outcomeOfLostCheck);
  if (last !== null && 'kind' in last) return last;
  if (last?.status === 'paid') return { kind: 'paid', orderId };
  // Where the processor has said yes, money may have moved after all; it then goes back by itself.
  if (last?.status === 'canceled')
    return { kind: unclear === undefined ? 'unclear' : 'declined', message: 'This order can no longer be paid' };
  if (unclear !== undefined && (last?.status === 'open' || last?.status === 'requires_action'))
    return { kind: 'declined', message: last.message ?? unclear };
  return { kind: 'checking', orderId };
}
