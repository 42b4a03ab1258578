/**
 * The page after a payment. It shows success only when our server says paid; until then it says that we are
 * checking. `/payment/success` is the same page with a link to support.
 */
import { useLanguage, withNodes } from '#web/language.tsx';
import { StoredText } from '#web/ui/stored-text.tsx';
import '#web/without-eval.ts';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { addressFor } from '#kernel/page-languages.ts';
import { type Cents, fromDollars } from '#kernel/money.ts';
import { Drawing } from '#web/art/drawing.tsx';
import checkingPaymentArt from '#web/art/checking-payment.svg?url';
import orderSuccessArt from '#web/art/order-success.svg?url';
import type { TempProduct } from '#web/features/cart/cart.ts';
import { useCart } from '#web/features/cart/use-cart.ts';
import { Fact } from '#web/ui/fact.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { LateNotice } from '#web/ui/late-notice.tsx';
import { MailLink } from '#web/ui/mail-link.tsx';
import { Money } from '#web/ui/money.tsx';
import { SiteLink } from '#web/ui/site-link.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { OrderTotals } from '#web/features/checkout/summary/order-items.tsx';
import { RenewalTerms } from '#web/features/checkout/payment/renewal-terms.tsx';
import { SellerOnPaper } from './seller-on-paper.tsx';
import type { PaymentStatus } from '#web/features/checkout/purchase/payment-status.ts';
import { subtotalOf, type Totals } from '#web/features/checkout/summary/totals.ts';
import { Message } from '#web/ui/message.tsx';
import { useSession } from '#web/session/use-session.ts';
import { useCleanAddress } from './use-clean-address.ts';
import { useOwnedOrder } from './use-owned-order.ts';
import { type PaymentResult, usePaymentResult } from './use-payment-result.ts';

/** Only for a guest who just paid. If the chunk fails to load, the page works without it. */
const GuestOrder = lazy(() => import('./guest-order.tsx').catch(() => ({ default: () => null })));

export function PaymentResultPage({ withSupport }: { withSupport: boolean }) {
  useCleanAddress();
  const { code } = useLanguage();
  const { isLoaded, purchase, tempCartProducts, tempDiscountCode, tempOrderId } = useCart();
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const isGuest = useSession().kind === 'guest';
  const orderId = search.get('orderId') ?? purchase?.orderId ?? null;
  const result = usePaymentResult(isLoaded ? orderId : null, search.has('redirect_status'));
  const isNoted = tempOrderId === orderId && tempCartProducts.length > 0;
  const owned = useOwnedOrder(orderId, result.kind === 'paid' && !isNoted);
  const isLost = isLoaded && orderId === null;
  useEffect(() => {
    if (isLost) navigate(addressFor(code, '/products'), { replace: true });
  }, [isLost, navigate, code]);
  if (!isLoaded || isLost) return <Checking isSlow={false} />;
  const isOwn = purchase?.orderId === orderId;
  const guestKey = isGuest && isOwn && purchase?.key ? purchase.key : null;
  switch (result.kind) {
    case 'checking':
      return <Checking isSlow={result.isSlow} last={result.last} />;
    case 'paid':
      return (
        <Paid
          status={result.status}
          email={result.email ?? result.status.receiptTo ?? null}
          paidAtMs={(isOwn && purchase?.paidAtMs) || owned.paidAtMs}
          items={isNoted ? tempCartProducts : owned.items}
          code={isNoted ? tempDiscountCode : null}
          withSupport={withSupport}
          guestKey={guestKey}
        />
      );
    case 'unpaid':
      return <Unpaid status={result.status} orderId={result.status.orderId} />;
    default:
      return <NotPayable result={result} />;
  }
}

function Checking({ isSlow, last }: { isSlow: boolean; last?: PaymentStatus | null }) {
  const { say, sayWith } = useLanguage();
  return (
    <>
      <noscript>
        <Message title={say('Your payment')}>
          <p>
            {say(
              'This page needs JavaScript to show the status of your order. When we receive your payment, we will send the receipt to your email address.',
            )}
          </p>
          <p>{withNodes(sayWith('If no receipt arrives, write to {mail}.', { mail: <MailLink /> }))}</p>
        </Message>
      </noscript>
      <div className="noscript:hidden">
        <LateNotice>{say('If you have paid, your receipt will arrive by email.')}</LateNotice>
        <Message
          title={say('We are checking your payment')}
          picture={<Drawing file={checkingPaymentArt} className="w-44 md:w-full" />}
        >
          <div className="flex items-center gap-3" role="status">
            <Spinner />{' '}
            <p>
              {isSlow
                ? say('This is taking longer than usual. We are still checking.')
                : say('This takes a few seconds. Please keep this page open.')}
            </p>
          </div>
          {isSlow && (
            <>
              <p>
                {say(
                  'You can also close this page. If the payment goes through, we will send the receipt to your email address.',
                )}
              </p>
              {last?.message && <BankAnswer>{last.message}</BankAnswer>}
              {(last?.status === 'open' || last?.status === 'requires_action') && (
                <p>
                  {withNodes(
                    sayWith(
                      'If you did not finish paying, you can {back}. The same order is never charged twice.',
                      {
                        back: (
                          <SiteLink className="underline" to="/checkout">
                            {say('go back to checkout')}
                          </SiteLink>
                        ),
                      },
                    ),
                  )}
                </p>
              )}
            </>
          )}
        </Message>
      </div>
    </>
  );
}

/** The bank's message, or ours if it has none. */
function BankAnswer({ children: answer }: { children: string }) {
  const { sayWith } = useLanguage();
  return (
    <p>
      {withNodes(
        sayWith('Last response from your bank: {answer}', { answer: <StoredText>{answer}</StoredText> }),
      )}
    </p>
  );
}

/** A neutral message, because nothing went wrong: the order exists and awaits payment. */
function Unpaid({ status, orderId }: { status: PaymentStatus; orderId: string }) {
  const { say, sayWith } = useLanguage();
  return (
    <Message
      title={say('This order has not been paid yet')}
      picture={<Drawing file={checkingPaymentArt} className="w-44 md:w-full" />}
      takesFocus
    >
      <p>
        {say(
          'We have not received a payment for it. This page updates automatically when the payment arrives.',
        )}
      </p>
      <dl className="grid w-full gap-2 rounded-lg border border-line p-6">
        <Fact term={say('Order')}>{status.orderNumber}</Fact>
        <Fact term={say('Total')}>
          <Money amount={fromDollars(status.total)} />
        </Fact>
      </dl>
      {status.message && (
        <p>
          {withNodes(
            sayWith('Last response from the bank: {answer}', {
              answer: <StoredText>{status.message}</StoredText>,
            }),
          )}
        </p>
      )}
      <p>
        {withNodes(
          sayWith('To change it, write to {mail}.', {
            mail: <MailLink subject={say('Order {number}', { number: status.orderNumber })} />,
          }),
        )}
      </p>
      <div className="flex flex-wrap gap-3">
        <ButtonLink to={`/checkout?orderId=${orderId}`}>{say('Pay this order')}</ButtonLink>
        <ButtonLink to="/contact-us" variant="secondary">
          {say('Contact Support')}
        </ButtonLink>
      </div>
    </Message>
  );
}

/**
 * Items come from this browser's storage or from the owner's order. The total is the server's; the discount
 * is the difference.
 */
function sumsOf(items: TempProduct[], total: Cents): Totals {
  const subtotalCents = subtotalOf(items);
  return { subtotalCents, discountCents: (subtotalCents - total) as Cents, totalCents: total };
}

type PaidProps = {
  status: PaymentStatus;
  email: string | null;
  paidAtMs: number | null;
  items: TempProduct[];
  code: string | null;
  withSupport: boolean;
  /** The purchase key, in the browser that bought as a guest. */
  guestKey: string | null;
};

function NextSteps({ orderNumber, email }: { orderNumber: string; email: string | null }) {
  const { say, sayWith } = useLanguage();
  const mail = <MailLink subject={say('Order {number}', { number: orderNumber })} />;
  return (
    <section aria-labelledby="next-heading" className="grid gap-3">
      <h2 id="next-heading" className="text-xl">
        {say('What happens next')}
      </h2>
      <ol className="grid list-decimal gap-2 ps-5">
        <li>
          {say(
            'The receipt is on its way to {address}. It lists what you bought, and links to your invoice.',
            {
              address: email ?? say('the email address you entered at checkout'),
            },
          )}
        </li>
        <li>
          {say(
            'We will write to the same address, usually within one business day, and tell you if we need anything from you.',
          )}
        </li>
        <li>
          {withNodes(
            sayWith('If no receipt arrives within an hour, check your spam folder, or write to {mail}.', {
              mail,
            }),
          )}
        </li>
      </ol>
    </section>
  );
}

function Paid({ status, email: knownEmail, paidAtMs, items, code, withSupport, guestKey }: PaidProps) {
  const { say, day } = useLanguage();
  const [corrected, setCorrected] = useState<string | null>(null);
  const email = corrected ?? knownEmail;
  const sums = sumsOf(items, fromDollars(status.total));
  const isComplete = items.length > 0 && sums.discountCents >= 0;
  return (
    <Message
      title={say('Payment successful')}
      picture={<Drawing file={orderSuccessArt} className="w-44 md:w-full" />}
      takesFocus
    >
      <SellerOnPaper />
      <p className="text-lg">
        {say('Thank you. We have received your payment. See below for what happens next.')}
      </p>
      <section
        aria-labelledby="summary-heading"
        className="grid w-full gap-5 rounded-lg border border-line p-6"
      >
        <h2 id="summary-heading" className="text-xl">
          {say('Order summary')}
        </h2>
        <dl className="grid gap-2">
          <Fact term={say('Order')}>
            <span className="money">{status.orderNumber}</span>
          </Fact>
          {paidAtMs !== null && <Fact term={say('Paid on')}>{day(new Date(paidAtMs).toISOString())}</Fact>}
          {email !== null && <Fact term={say('Receipt sent to')}>{email}</Fact>}
          <Fact term={say('Currency')}>{say('US dollars')}</Fact>
        </dl>
        {isComplete ? (
          <>
            <ul className="grid gap-2 border-t border-line pt-5">
              {items.map(({ name, priceCents }) => (
                <li key={name} className="flex justify-between gap-4">
                  <span>
                    <StoredText>{name}</StoredText>
                  </span>
                  <Money amount={priceCents} />
                </li>
              ))}
            </ul>
            <OrderTotals totals={sums} code={code} />
          </>
        ) : (
          <p className="flex justify-between gap-4 font-semibold">
            <span>{say('Total')}</span>
            <Money amount={sums.totalCents} />
          </p>
        )}
      </section>
      {guestKey !== null && (
        <Suspense>
          <GuestOrder orderId={status.orderId} purchaseKey={guestKey} onCorrected={setCorrected} />
        </Suspense>
      )}
      {paidAtMs !== null && <RenewalTerms products={items} paidOn={new Date(paidAtMs)} />}
      <NextSteps orderNumber={status.orderNumber} email={email} />
      <div className="flex flex-wrap gap-3 print:hidden">
        <ButtonLink to="/products" variant="primary">
          {say('Continue Shopping')}
        </ButtonLink>
        <Button variant="secondary" onClick={() => window.print()}>
          {say('Print')}
        </Button>
        {withSupport && (
          <ButtonLink to="/contact-us" variant="secondary">
            {say('Contact Support')}
          </ButtonLink>
        )}
      </div>
    </Message>
  );
}

function NotPayable({ result }: { result: Extract<PaymentResult, { kind: 'canceled' | 'unknown_order' }> }) {
  const { say } = useLanguage();
  const isCanceled = result.kind === 'canceled';
  return (
    <Message title={isCanceled ? say('This order was not paid') : say('We could not find this order')}>
      <p>
        {isCanceled
          ? say('It can no longer be paid, and nothing was charged for it. You can order again.')
          : say('The link may be incomplete. If you have paid, your receipt is in your email.')}
      </p>
      <ButtonLink to="/checkout">{say('Go to checkout')}</ButtonLink>
      <ButtonLink to="/contact-us" variant="secondary">
        {say('Contact Support')}
      </ButtonLink>
    </Message>
  );
}
