/**
 * The page after a purchase on credit. It shows what was bought, as this browser stored it, who bought it,
 * and what is due when. Back to home clears the stored summary. Without a summary the page redirects to the
 * products.
 */
import { addressFor } from '#kernel/page-languages.ts';
import { useLanguage, withNodes } from '#web/language.tsx';
import { StoredText } from '#web/ui/stored-text.tsx';
import '#web/without-eval.ts';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { readOrder } from '#contract/orders.ts';
import { countryName } from '#kernel/countries.ts';
import { creditTerms } from '#kernel/credit-terms.ts';
import { type Cents, fromDollars } from '#kernel/money.ts';
import { Drawing } from '#web/art/drawing.tsx';
import orderSuccessArt from '#web/art/order-success.svg?url';
import { type BillingDraft, clearOrder } from '#web/features/cart/cart.ts';
import { useCart, useCartStore } from '#web/features/cart/use-cart.ts';
import { call } from '#web/session/call.ts';
import { Fact } from '#web/ui/fact.tsx';
import { Button } from '#web/ui/button.tsx';
import { Money } from '#web/ui/money.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { SiteLink } from '#web/ui/site-link.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { OrderTotals } from '#web/features/checkout/summary/order-items.tsx';
import type { ShownOrder } from '#web/features/checkout/order/pay-order.ts';
import { SellerOnPaper } from './seller-on-paper.tsx';
import { subtotalOf } from '#web/features/checkout/summary/totals.ts';
import { Message } from '#web/ui/message.tsx';

/**
 * Loads the order for its number, its billing details after a reload, and its invoice. Null until loaded; the
 * page works without it.
 */
function useBoughtOrder(orderId: string | null): ShownOrder | null {
  const [order, setOrder] = useState<ShownOrder | null>(null);
  useEffect(() => {
    let isCurrent = true;
    if (orderId !== null)
      call(readOrder, { params: { id: orderId } })
        .then((found) => isCurrent && setOrder(found))
        .catch(() => undefined);
    return () => {
      isCurrent = false;
    };
  }, [orderId]);
  return order;
}

export function CreditPurchasePage() {
  const { code, say } = useLanguage();
  const store = useCartStore();
  const navigate = useNavigate();
  const { isLoaded, tempCartProducts, tempDiscountCode, tempOrderId, billingDetails } = useCart();
  const order = useBoughtOrder(isLoaded ? tempOrderId : null);
  const isLeaving = useRef(false);
  const isEmpty = isLoaded && tempCartProducts.length === 0;
  useEffect(() => {
    if (isEmpty && !isLeaving.current) navigate(addressFor(code, '/products'), { replace: true });
  }, [isEmpty, navigate, code]);
  if (!isLoaded || isEmpty) return <Spinner />;
  const subtotalCents = subtotalOf(tempCartProducts);
  const totalCents = order === null ? subtotalCents : fromDollars(order.total);
  const totals = { subtotalCents, discountCents: (subtotalCents - totalCents) as Cents, totalCents };
  const goHome = () => {
    isLeaving.current = true;
    store.update(clearOrder());
    navigate(addressFor(code, '/'));
  };
  const invoice = order?.invoices[0];
  return (
    <Message
      title={say('Thank you for your order')}
      picture={<Drawing file={orderSuccessArt} className="w-44 md:w-full" />}
      takesFocus
    >
      <SellerOnPaper />
      <p className="text-lg">
        {order === null
          ? say('Your order is placed on your Net 30 account. Nothing was charged.')
          : say('Your order {number} is placed on your Net 30 account. Nothing was charged.', {
              number: order.number,
            })}
      </p>
      <section
        aria-labelledby="summary-heading"
        className="grid w-full gap-5 rounded-lg border border-line p-6"
      >
        <h2 id="summary-heading" className="text-xl">
          {say('Order summary')}
        </h2>
        <ul className="grid gap-2">
          {tempCartProducts.map(({ name, priceCents }) => (
            <li key={name} className="flex justify-between gap-4">
              <span>
                <StoredText>{name}</StoredText>
              </span>
              <Money amount={priceCents} />
            </li>
          ))}
        </ul>
        <OrderTotals totals={totals} code={tempDiscountCode} />
      </section>
      <Billing details={billingDetails} order={order} />
      {invoice !== undefined && <FirstInvoice {...invoice} />}
      <Notice tone="info">
        <p>
          {say(
            'Credit goes on hold if payment is not made within {days} days. Paying on time gives a bonus credit limit.',
            {
              days: creditTerms.daysToPay,
            },
          )}
        </p>
      </Notice>
      <div className="flex flex-wrap gap-3 print:hidden">
        <Button onClick={goHome}>{say('Back to home')}</Button>
        <Button variant="secondary" onClick={() => window.print()}>
          {say('Print order')}
        </Button>
      </div>
    </Message>
  );
}

const fromOrder = ({ billingInfo }: ShownOrder) => ({
  ...billingInfo,
  phoneNumber: billingInfo.phone,
  address: billingInfo.addressLine1,
});

type FirstInvoiceProps = Pick<ShownOrder['invoices'][number], 'id' | 'number' | 'amount'>;

function FirstInvoice({ id, number, amount }: FirstInvoiceProps) {
  const { sayWith } = useLanguage();
  return (
    <p>
      {withNodes(
        sayWith(
          'Invoice {number} is for the first half: {amount}. The second half is invoiced when the work is done.',
          {
            number: (
              <SiteLink to={`/invoices/${id}`} className="underline">
                <span className="money">{number}</span>
              </SiteLink>
            ),
            amount: <Money amount={fromDollars(amount)} />,
          },
        ),
      )}
    </p>
  );
}

/** As typed; after a reload, from the order. */
function Billing({ details, order }: { details: BillingDraft; order: ShownOrder | null }) {
  const { code, say } = useLanguage();
  const { firstName, lastName, email, phoneNumber, address, country } =
    order === null ? details : fromOrder(order);
  if (email === '') return null;
  return (
    <section
      aria-labelledby="billing-heading"
      className="grid w-full gap-3 rounded-lg border border-line p-6"
    >
      <h2 id="billing-heading" className="text-xl">
        {say('Billing details')}
      </h2>
      <dl className="grid gap-2">
        <Fact term={say('Name')}>{`${firstName} ${lastName}`.trim()}</Fact>
        <Fact term={say('Email')}>{email}</Fact>
        <Fact term={say('Phone number')}>{phoneNumber}</Fact>
        <Fact term={say('Address')}>{address}</Fact>
        <Fact term={say('Country')}>{countryName(country, code) ?? country}</Fact>
      </dl>
    </section>
  );
}
