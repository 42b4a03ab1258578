/**
 * The checkout page. The server does not know the cart, so it renders the layout; the browser fills it after
 * reading storage. During a purchase attempt the page keeps showing the cart that is being bought.
 */
import { phrase } from '#kernel/language.ts';
import '#web/without-eval.ts';
import { useCallback, useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import {
  type BillingDraft,
  type CartState,
  type Product,
  setBillingDetails,
  setCartId,
  setPurchase,
} from '#web/features/cart/cart.ts';
import { useCart, useCartActions, useCartStore } from '#web/features/cart/use-cart.ts';
import { useLanguage } from '#web/language.tsx';
import { call } from '#web/session/call.ts';
import { useSession } from '#web/session/use-session.ts';
import { FullScreenSpinner } from '#web/ui/full-screen-spinner.tsx';
import * as toasts from '#web/ui/toasts.ts';
import { buy } from './purchase/buy.ts';
import type { RuntimeConfig } from '#web/features/cards/card-provider.ts';
import type { SavedCard } from '#web/features/cards/cards-api.ts';
import { CheckoutForm } from './checkout-form.tsx';
import { CheckoutFrame, CheckoutSkeleton } from './checkout-frame.tsx';
import { AlreadyPaid, EmptyCart } from './checkout-states.tsx';
import { DiscountBlock } from './discount/discount-block.tsx';
import { type RefusedCode, refreshPrices } from './opening/open-checkout.ts';
import { OrderCheckout } from './order/order-checkout.tsx';
import { BoughtTwice } from './summary/bought-twice.tsx';
import { OrderSummary } from './summary/order-summary.tsx';
import type { Credit } from './opening/read-buyer.ts';
import type { SaveCart } from './cart-sync/save-cart.ts';
import { codeFor, totalsOf, withRenewals } from './summary/totals.ts';
import { useAutosave } from './cart-sync/use-autosave.ts';
import { useOpening } from './opening/use-opening.ts';
import { type Pay, usePurchase } from './purchase/use-purchase.ts';

/** Products as in the product list. */
type ListedProduct = Product & { includes?: string[] | undefined };
type Props = { products: ListedProduct[]; config: RuntimeConfig };

export default function CheckoutPage(props: Props) {
  const [search] = useSearchParams();
  const orderId = search.get('orderId');
  return orderId === null ? (
    <CartCheckout {...props} />
  ) : (
    <OrderCheckout key={orderId} orderId={orderId} {...props} />
  );
}

function CartCheckout({ products, config }: Props) {
  const store = useCartStore();
  const cart = useCart();
  const opening = useOpening(products);
  const [isUsedUp, setIsUsedUp] = useState(false);
  const { saveCart, autosave } = useAutosave(() => setIsUsedUp(true));
  const isPerson = useSession().kind === 'person';
  const { code: language } = useLanguage();
  const pay: Pay = (billing, paymentMethod, signal, onStage) =>
    buy({ call, store, saveCart, paymentMethod, isPerson, language, billing, signal, onStage });
  const purchase = usePurchase(pay, '/payment-successful');
  useEffect(() => {
    if (opening?.next !== 'show') return;
    for (const notice of refreshPrices(store, products)) toasts.error(notice);
  }, [opening, store, products]);
  const shown = purchase.frozen ?? cart;
  const isEmpty = shown.cartProducts.length === 0;
  const paidOrderId = cart.purchase?.isPaid ? cart.purchase.orderId : null;
  const paidBefore = usePaidBefore(opening?.next === 'show' && !isEmpty, paidOrderId);
  const wasFilled = paidBefore !== undefined;
  if (opening === null) return <CheckoutSkeleton />;
  const wasPaidInAnotherTab = isEmpty && wasFilled && paidOrderId !== null && paidOrderId !== paidBefore;
  const isPaidElsewhere =
    opening.next === 'used_up' || isUsedUp || purchase.isAlreadyPaid || wasPaidInAnotherTab;
  if (purchase.frozen === null && isPaidElsewhere) {
    const startOver = () => {
      store.update(setCartId(null));
      store.update(setPurchase(null));
      setIsUsedUp(false);
      purchase.forget();
    };
    return (
      <AlreadyPaid orderId={paidOrderId} takesFocus={wasFilled} onStartOver={isEmpty ? null : startOver} />
    );
  }
  if (isEmpty) return <EmptyCart paidOrderId={paidOrderId} takesFocus={wasFilled} />;
  return (
    <>
      <FilledCheckout
        cart={shown}
        catalog={products}
        config={config}
        purchase={purchase}
        autosave={autosave}
        saveCart={saveCart}
        isPerson={isPerson}
        cards={isPerson && opening.buyer !== null ? opening.buyer.cards : noCards}
        credit={isPerson ? (opening.buyer?.credit ?? null) : null}
        refused={opening.refused}
      />
      {purchase.frozen !== null && (
        <FullScreenSpinner label={phrase('We are processing your payment')} whenLong={purchase.waitingFor} />
      )}
    </>
  );
}

/**
 * The last paid order when the page first showed products; undefined before that. If the cart becomes empty
 * and a newer order is paid, another tab paid it. Otherwise the shopper emptied the cart.
 */
function usePaidBefore(isFilled: boolean, paidOrderId: string | null): string | null | undefined {
  const [paidBefore, setPaidBefore] = useState<string | null>();
  if (isFilled && paidBefore === undefined) setPaidBefore(paidOrderId);
  return paidBefore;
}

const noCards: SavedCard[] = [];

type Filled = {
  cart: CartState;
  catalog: ListedProduct[];
  config: RuntimeConfig;
  purchase: ReturnType<typeof usePurchase>;
  autosave: () => void;
  saveCart: SaveCart;
  isPerson: boolean;
  cards: SavedCard[];
  credit: Credit;
  refused: RefusedCode | null;
};

function FilledCheckout({
  cart,
  catalog,
  config,
  purchase,
  autosave,
  saveCart,
  isPerson,
  cards,
  credit,
  refused,
}: Filled) {
  const store = useCartStore();
  const keep = useCallback(
    (billing: BillingDraft) => {
      store.update(setBillingDetails(billing));
      autosave();
    },
    [store, autosave],
  );
  const actions = useCartActions();
  const totals = totalsOf(cart.cartProducts, cart.discount);
  return (
    <CheckoutFrame
      summary={
        <OrderSummary
          products={cart.cartProducts}
          note={<BoughtTwice catalog={catalog} cart={cart.cartProducts} />}
          onRemove={(id) => {
            actions.remove(id);
            autosave();
          }}
          discount={
            <DiscountBlock
              discount={cart.discount}
              products={cart.cartProducts}
              refused={refused}
              onChanged={autosave}
            />
          }
          totals={totals}
          code={codeFor(cart.cartProducts, cart.discount)?.code ?? null}
        />
      }
    >
      <CheckoutForm
        products={withRenewals(cart.cartProducts, cart.discount)}
        savesCard={cart.cartProducts.some(({ type }) => type === 'subscription')}
        totals={totals}
        config={config}
        purchase={purchase}
        isPerson={isPerson}
        cards={cards}
        credit={credit}
        onLeave={saveCart}
        initial={store.read().billingDetails}
        onSave={keep}
      />
    </CheckoutFrame>
  );
}
