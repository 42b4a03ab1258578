/**
 * Shown after a return from the bank or during a slow payment. Polls our server until the order is paid, then
 * navigates with router state.
 */
import { useEffect, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { listBoosters } from '#contract/boosters.ts';
import { readOrder } from '#contract/orders.ts';
import { countryName } from '#kernel/countries.ts';
import { Drawing } from '#web/art/drawing.tsx';
import checkingPaymentArt from '#web/art/checking-payment.svg?url';
import { useCleanAddress } from '#web/features/checkout/result/use-clean-address.ts';
import { type PaymentResult, usePaymentResult } from '#web/features/checkout/result/use-payment-result.ts';
import { openStorage } from '#web/local-storage.ts';
import { call } from '#web/session/call.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { MailLink } from '#web/ui/mail-link.tsx';
import { SiteLink } from '#web/ui/site-link.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import * as toasts from '#web/ui/toasts.ts';
import { Message } from '#web/ui/message.tsx';
import { type Booster, type BoosterBought, goToSuccess, combined } from './booster.ts';
import { clearAttempt } from './buy-booster.ts';

export function BoosterReturn({ orderId, booster }: { orderId: string; booster: Booster }) {
  const [search] = useSearchParams();
  const [hasFailed] = useState(search.get('redirect_status') === 'failed');
  useCleanAddress();
  const result = usePaymentResult(orderId, true);
  useGoOn(result, { orderId, booster, hasFailed });
  if (result.kind === 'canceled') return <NotAdded />;
  if (result.kind === 'unknown_order') return <NotFound />;
  const isChecking = result.kind === 'checking';
  return (
    <Checking
      isSlow={isChecking && result.isSlow}
      lastMessage={isChecking ? result.last?.message : undefined}
      boosterId={booster.id}
    />
  );
}

/**
 * Paid: navigates to the success page. Declined: returns to the form, where another card can pay the same
 * order.
 */
function useGoOn(
  result: PaymentResult,
  { orderId, booster, hasFailed }: { orderId: string; booster: Booster; hasFailed: boolean },
): void {
  const navigate = useNavigate();
  const isLeaving = useRef(false);
  const isPaid = result.kind === 'paid';
  const lastMessage = result.kind === 'checking' ? result.last?.message : undefined;
  const isOpen = result.kind === 'checking' && result.last?.status === 'open';
  useEffect(() => {
    if (!isPaid || isLeaving.current) return;
    isLeaving.current = true;
    clearAttempt(openStorage());
    readBought(orderId, booster).then(
      (bought) => goToSuccess(navigate, bought),
      // Paid, but not readable for this user or right now. The profile shows it.
      () => window.location.replace('/profile'),
    );
  }, [isPaid, orderId, booster, navigate]);
  useEffect(() => {
    if (!hasFailed || !isOpen) return;
    toasts.error(lastMessage ?? 'Payment failed', 'purchase');
    navigate(`/booster-checkout?boosterId=${booster.id}`, { replace: true });
  }, [hasFailed, isOpen, lastMessage, navigate, booster.id]);
}

/** The address names one booster; the order may contain more. */
async function readBought(orderId: string, named: Booster): Promise<BoosterBought> {
  const { billingInfo, orderItems } = await call(readOrder, { params: { id: orderId } });
  const { firstName, lastName, email, phone, addressLine1, country } = billingInfo;
  const billing = {
    name: `${firstName} ${lastName}`.trim(),
    email,
    phone,
    addressLine1,
    country: countryName(country),
  };
  if (orderItems.length === 1) return { booster: named, orderId, billing };
  const ids = new Set<string>(orderItems.map(({ product }) => product.id));
  return { booster: combined((await call(listBoosters)).filter(({ id }) => ids.has(id))), orderId, billing };
}

const NotAdded = () => (
  <Message title="This booster was not added" takesFocus>
    <p>
      Your credit limit has not changed. If you have paid, we refund the full amount to your card. We have
      emailed you the reason.
    </p>
    <ButtonLink to="/profile">Back to Profile</ButtonLink>
  </Message>
);

const NotFound = () => (
  <Message title="We could not find this order">
    <p>
      The link may be incomplete. If you have paid, your receipt is in your email. You can also write to{' '}
      <MailLink />.
    </p>
    <ButtonLink to="/profile">Back to Profile</ButtonLink>
  </Message>
);

type CheckingProps = { isSlow: boolean; lastMessage: string | undefined; boosterId: string };

const Checking = ({ isSlow, lastMessage, boosterId }: CheckingProps) => (
  <Message
    title="We are checking your payment"
    picture={<Drawing file={checkingPaymentArt} className="w-44 md:w-full" />}
  >
    <div className="flex items-center gap-3" role="status">
      <Spinner />{' '}
      <p>
        {isSlow
          ? 'This is taking longer than usual. We are still checking.'
          : 'This takes a few seconds. Please keep this page open.'}
      </p>
    </div>
    {isSlow && (
      <>
        <p>
          You can also close this page. If the payment goes through, your limit rises and the receipt comes by
          email.
        </p>
        {lastMessage !== undefined && <p>Last response from your bank: {lastMessage}</p>}
        <p>
          If you did not finish paying, you can{' '}
          <SiteLink className="underline" to={`/booster-checkout?boosterId=${boosterId}`}>
            go back to checkout
          </SiteLink>
          . The same order is never charged twice.
        </p>
      </>
    )}
  </Message>
);
