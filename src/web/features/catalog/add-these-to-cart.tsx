/** Several products with one press, and what they cost today; then the way to the cart. */
import { useEffect, useRef } from 'react';
import { add, type Cents } from '#kernel/money.ts';
import { asCartProduct, type Product } from '#web/features/cart/slice.ts';
import { useCart, useCartActions } from '#web/features/cart/use-cart.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Money } from '#web/ui/money.tsx';

export function AddTheseToCart({ products }: { products: readonly Product[] }) {
  const { cartProducts } = useCart();
  const { addAll } = useCartActions();
  const link = useRef<HTMLAnchorElement>(null);
  const wasAddedHere = useRef(false);
  const areIn = products.every(({ id }) => cartProducts.some((product) => product.id === id));
  // The button turns into a link, so the focus is handed over to it.
  useEffect(() => {
    if (areIn && wasAddedHere.current) link.current?.focus({ preventScroll: true });
    wasAddedHere.current = false;
  }, [areIn]);
  const chosen = products.flatMap((product) => asCartProduct(product) ?? []);
  const monthly: Cents = add(
    ...chosen.flatMap(({ period, renewalCents }) => (period === 'month' && renewalCents !== null ? [renewalCents] : [])),
  );
  return (
    <div className="mt-6">
      {areIn ? (
        <ButtonLink ref={link} to="/checkout" variant="secondary">
          <Icon name="check" className="size-5" />
          Go to cart
        </ButtonLink>
      ) : (
        <Button
          className="noscript:hidden"
          onClick={() => {
            wasAddedHere.current = true;
            addAll(products);
          }}
        >
          Add these to cart
        </Button>
      )}
      <p className="mt-3 text-sm text-muted">
        What you buy first: {chosen.map(({ name }) => name).join(', ')}.{' '}
        <Money amount={add(...chosen.map(({ priceCents }) => priceCents))} /> today
        {monthly > 0 && (
          <>
            , then <Money amount={monthly} /> every month until you cancel
          </>
        )}
        .
      </p>
    </div>
  );
}
