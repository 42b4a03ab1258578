/**
 * Checkout, put together. The server knows no cart, so it draws the page's frame; the browser fills it once storage was read.
 * While an attempt to buy is under way the page keeps showing the cart that is being bought.
 */
import '#web/without-eval.ts';
import { useEffect, useState } from 'react';
import type { CartState, Product } from '#web/features/cart/slice.ts';
import { useCart, useCartActions, useCartStore } from '#web/features/cart/use-cart.ts';
import { setCartId, setPurchase } from '#web/features/cart/slice.ts';
import { FullScreenSpinner } from '#web/ui/full-screen-spinner.tsx';
import * as toasts from '#web/ui/toasts.ts';
import type { RuntimeConfig } from './card-provider.ts';
import { CheckoutForm } from './checkout-form.tsx';
import { CheckoutFrame, CheckoutSkeleton } from './checkout-frame.tsx';
import { AlreadyPaid, EmptyCart } from './checkout-states.tsx';
import { DiscountForm } from './discount-form.tsx';
import { refreshPrices } from './open-checkout.ts';
import { OrderItems, OrderTotals } from './order-items.tsx';
import { totalsOf } from './totals.ts';
import { useAutosave } from './use-autosave.ts';
import { useOpening } from './use-opening.ts';
import { usePurchase } from './use-purchase.ts';

type Props = { products: Product[]; config: RuntimeConfig };

export default function CheckoutPage({ products, config }: Props) {
  const store = useCartStore();
  const cart = useCart();
  const opening = useOpening(products);
  const [isUsedUp, setIsUsedUp] = useState(false);
  const { saveCart, autosave } = useAutosave(() => setIsUsedUp(true));
  const purchase = usePurchase(saveCart);
  useEffect(() => {
    if (opening !== 'show') return;
    for (const notice of refreshPrices(store, products)) toasts.error(notice);
  }, [opening, store, products]);
  const shown = purchase.frozen ?? cart;
  const isEmpty = shown.cartProducts.length === 0;
  const paidOrderId = cart.purchase?.isPaid ? cart.purchase.orderId : null;
  const paidBefore = usePaidBefore(opening === 'show' && !isEmpty, paidOrderId);
  const wasFilled = paidBefore !== undefined;
  if (opening === null) return <CheckoutSkeleton />;
  const wasPaidInAnotherTab = isEmpty && wasFilled && paidOrderId !== null && paidOrderId !== paidBefore;
  const isPaidElsewhere = opening === 'used_up' || isUsedUp || purchase.isAlreadyPaid || wasPaidInAnotherTab;
  if (purchase.frozen === null && isPaidElsewhere) {
    const startAnew = () => {
      store.dispatch(setCartId(null));
      store.dispatch(setPurchase(null));
      setIsUsedUp(false);
      purchase.forget();
    };
    return <AlreadyPaid orderId={paidOrderId} takesFocus={wasFilled} onStartAnew={isEmpty ? null : startAnew} />;
  }
  if (isEmpty) return <EmptyCart paidOrderId={paidOrderId} takesFocus={wasFilled} />;
  return (
    <>
      <FilledCheckout cart={shown} config={config} purchase={purchase} autosave={autosave} />
      {purchase.frozen !== null && <FullScreenSpinner label="We are processing your payment" />}
    </>
  );
}

/**
 * The order that was paid last when the page first showed products; undefined before that. A cart that is empty afterwards was
 * paid in another tab only if a newer order is paid by now: else the shopper has emptied it.
 */
function usePaidBefore(isFilled: boolean, paidOrderId: string | null): string | null | undefined {
  const [paidBefore, setPaidBefore] = useState<string | null>();
  if (isFilled && paidBefore === undefined) setPaidBefore(paidOrderId);
  return paidBefore;
}

type Filled = { cart: CartState; config: RuntimeConfig; purchase: ReturnType<typeof usePurchase>; autosave: () => void };

function FilledCheckout({ cart, config, purchase, autosave }: Filled) {
  const actions = useCartActions();
  const totals = totalsOf(cart.cartProducts, cart.discount);
  return (
    <CheckoutFrame
      summary={
        <>
          <OrderItems
            products={cart.cartProducts}
            onRemove={(id) => {
              actions.remove(id);
              autosave();
            }}
          />
          <div className="grid gap-3">
            <h2 className="text-xl">Discount Code</h2>
            <DiscountForm discount={cart.discount} onChanged={autosave} />
          </div>
          <OrderTotals totals={totals} code={cart.discount?.code ?? null} />
        </>
      }
    >
      <CheckoutForm products={cart.cartProducts} totals={totals} config={config} purchase={purchase} autosave={autosave} />
    </CheckoutFrame>
  );
}
