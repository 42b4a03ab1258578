/**
 * `/checkout?orderId=`: pays an existing order. Its items and email address are fixed. An order that cannot
 * be paid shows its status.
 */
import { addressFor } from '#kernel/page-languages.ts';
import { errorOccurred } from '#web/features/cards/card-fields.ts';
import { useLanguage, withNodes } from '#web/language.tsx';
import { useCallback, useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { CallError } from '#contract/client.ts';
import { readOrder } from '#contract/orders.ts';
import { fromDollars } from '#kernel/money.ts';
import { Drawing } from '#web/art/drawing.tsx';
import errorArt from '#web/art/error.svg?url';
import { renewalFieldsFrom } from '#web/features/cart/stored-fields.ts';
import {
  asCartProduct,
  asTempProduct,
  type BillingDraft,
  emptyBilling,
  noteOrder,
  type Product,
} from '#web/features/cart/cart.ts';
import { useCartStore } from '#web/features/cart/use-cart.ts';
import { call } from '#web/session/call.ts';
import { openStorage } from '#web/local-storage.ts';
import { useSession } from '#web/session/use-session.ts';
import { Button } from '#web/ui/button.tsx';
import { FullScreenSpinner } from '#web/ui/full-screen-spinner.tsx';
import * as toasts from '#web/ui/toasts.ts';
import { billingOf } from '#web/features/checkout/cart-sync/adopt-cart.ts';
import type { RuntimeConfig } from '#web/features/cards/card-provider.ts';
import { CheckoutForm } from '#web/features/checkout/checkout-form.tsx';
import { CheckoutFrame, CheckoutSkeleton } from '#web/features/checkout/checkout-frame.tsx';
import { countryCode } from '#web/ui/fields/countries.ts';
import { OrderSummary } from '#web/features/checkout/summary/order-summary.tsx';
import { keyOfOrder, payOrder, type ShownOrder } from './pay-order.ts';
import type { Buyer } from '#web/features/checkout/opening/read-buyer.ts';
import { readWhoBuys } from '#web/features/checkout/opening/use-opening.ts';
import { noteTriedOrder } from '#web/features/checkout/purchase/tried-order.ts';
import { type Pay, usePurchase } from '#web/features/checkout/purchase/use-purchase.ts';
import { Message } from '#web/ui/message.tsx';

type Props = { orderId: string; products: Product[]; config: RuntimeConfig };
type Opened = { order: ShownOrder; buyer: Buyer | null } | CallError | null;

export function OrderCheckout({ orderId, products, config }: Props) {
  const { code, say, translate } = useLanguage();
  const [opened, setOpened] = useState<Opened>(null);
  const [round, setRound] = useState(0);
  const navigate = useNavigate();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round restarts the effect
  useEffect(() => {
    let isCurrent = true;
    const open = async (): Promise<Opened> => {
      const [order, { buyer, notice }] = await Promise.all([
        call(readOrder, { params: { id: orderId } }),
        readWhoBuys(),
      ]);
      if (isCurrent && notice !== null) toasts.error(notice);
      return { order, buyer };
    };
    open()
      .catch((error: unknown) =>
        error instanceof CallError ? error : new CallError(500, 'unknown', errorOccurred),
      )
      .then((next) => {
        if (!isCurrent) return;
        const isDone =
          next instanceof CallError
            ? next.status === 404 || next.status === 422
            : next !== null && !next.order.payable;
        if (isDone)
          navigate(addressFor(code, `/payment/success?orderId=${encodeURIComponent(orderId)}`), {
            replace: true,
          });
        else setOpened(next);
      });
    return () => {
      isCurrent = false;
    };
  }, [orderId, round, navigate, code]);
  if (opened === null) return <CheckoutSkeleton />;
  if (opened instanceof CallError)
    return (
      <Message
        title={say('This order could not be loaded')}
        picture={<Drawing file={errorArt} className="w-44 md:w-full" />}
      >
        <p role="alert">{translate(opened.message)}</p>
        <Button
          onClick={() => {
            setOpened(null);
            setRound(round + 1);
          }}
        >
          {say('Try again')}
        </Button>
      </Message>
    );
  return (
    <PayableOrder {...opened} products={products} config={config} onChanged={() => setRound(round + 1)} />
  );
}

type Payable = {
  order: ShownOrder;
  buyer: Buyer | null;
  products: Product[];
  config: RuntimeConfig;
  onChanged: () => void;
};

function PayableOrder({ order, buyer, products, config, onChanged }: Payable) {
  const { code, say } = useLanguage();
  const isPerson = useSession().kind === 'person';
  const store = useCartStore();
  const navigate = useNavigate();
  const items = itemsOf(order, products);
  const totals = {
    subtotalCents: fromDollars(order.subtotal),
    discountCents: fromDollars(order.discount),
    totalCents: fromDollars(order.total),
  };
  const pay: Pay = async (billing, paymentMethod, signal, onStage) => {
    // The success page shows what was paid for, even if the bank redirects there in a new document.
    store.update(noteOrder({ orderId: order.id, products: items.map(asTempProduct), discountCode: null }));
    noteTriedOrder(order.id);
    const outcome = await payOrder({
      call,
      order,
      key: keyOfOrder(openStorage(), order.id),
      paymentMethod,
      billing: { ...billing, email: order.billingInfo.email },
      signal,
      onStage,
    });
    // The order now costs more: reload it, so the new total is shown before payment.
    if (outcome.kind === 'prices_changed') onChanged();
    return outcome;
  };
  const purchase = usePurchase(pay, '/payment/success');
  useEffect(() => {
    if (purchase.isAlreadyPaid)
      navigate(addressFor(code, `/payment/success?orderId=${encodeURIComponent(order.id)}`), {
        replace: true,
      });
  }, [purchase.isAlreadyPaid, navigate, order.id, code]);
  const [initial] = useState(() => billingOfOrder(order, buyer));
  // The address is masked for users who only have the link.
  const isOwner = !order.billingInfo.email.includes('*');
  const ignore = useCallback(() => undefined, []);
  return (
    <>
      <CheckoutFrame
        summary={
          <OrderSummary
            note={<OrderNumber number={order.number} />}
            products={items}
            totals={totals}
            code={null}
          />
        }
      >
        <CheckoutForm
          products={items}
          savesCard={order.orderItems.some(({ product }) => product.type === 'subscription')}
          totals={totals}
          config={config}
          purchase={purchase}
          isPerson={isPerson}
          onLeave={async () => undefined}
          cards={isPerson ? (buyer?.cards ?? []) : []}
          credit={isPerson && isOwner ? (buyer?.credit ?? null) : null}
          initial={initial}
          onSave={ignore}
          isOrder
        />
      </CheckoutFrame>
      {purchase.frozen !== null && (
        <FullScreenSpinner label={say('We are processing your payment')} whenLong={purchase.waitingFor} />
      )}
    </>
  );
}

function OrderNumber({ number }: { number: string }) {
  const { sayWith } = useLanguage();
  return (
    <p className="text-muted lg:-mt-4">
      {withNodes(sayWith('Order {number}', { number: <span className="money">{number}</span> }))}
    </p>
  );
}

/** Everything except the pictures comes from the order itself. */
function itemsOf(order: ShownOrder, products: Product[]) {
  const storage = new Map(products.map((product) => [product.id, asCartProduct(product)]));
  return order.orderItems.map(({ id, total, product, renewal }) => ({
    id,
    name: product.name,
    priceCents: fromDollars(total),
    ...renewalFieldsFrom(renewal),
    image: storage.get(product.id)?.image ?? null,
  }));
}

/** Details that are masked for link holders come from the user's own profile, if there is one. */
function billingOfOrder({ billingInfo }: ShownOrder, buyer: Buyer | null): BillingDraft {
  const ownBilling = buyer === null ? null : billingOf(buyer.user);
  return {
    ...emptyBilling,
    firstName: billingInfo.firstName,
    lastName: billingInfo.lastName,
    email: billingInfo.email,
    confirmEmail: billingInfo.email,
    phoneNumber: billingInfo.phone || (ownBilling?.phoneNumber ?? ''),
    address: billingInfo.addressLine1 || (ownBilling?.address ?? ''),
    country: countryCode(billingInfo.country) || (ownBilling?.country ?? ''),
  };
}
