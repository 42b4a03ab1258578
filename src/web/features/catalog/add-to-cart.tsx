/** Add to cart, or Go to cart once it is in. The button turns into a link, so the focus is handed over to it. */
import { useEffect, useRef } from 'react';
import type { Product } from '#web/features/cart/slice.ts';
import { useCartActions, useIsInCart } from '#web/features/cart/use-cart.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';

export function AddToCart({ product, productNameId }: { product: Product; productNameId: string }) {
  const isInCart = useIsInCart(product.id);
  const { add } = useCartActions();
  const link = useRef<HTMLAnchorElement>(null);
  const wasAddedHere = useRef(false);
  useEffect(() => {
    if (isInCart && wasAddedHere.current) link.current?.focus({ preventScroll: true });
    wasAddedHere.current = false;
  }, [isInCart]);
  if (isInCart) {
    return (
      <ButtonLink ref={link} to="/checkout" variant="secondary" aria-describedby={productNameId} className="w-full">
        <Icon name="check" className="size-5" />
        Go to cart
      </ButtonLink>
    );
  }
  const addAndRemember = (): void => {
    wasAddedHere.current = true;
    add(product);
  };
  return (
    <Button variant="secondary" aria-describedby={productNameId} className="w-full noscript:hidden" onClick={addAndRemember}>
      Add to cart
    </Button>
  );
}
