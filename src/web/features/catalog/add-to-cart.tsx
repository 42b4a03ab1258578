/** Add to cart, or Go to cart once it is in. The button turns into a link, which takes over the focus. */
import { type PointerEvent, useEffect, useRef } from 'react';
import type { Product } from '#web/features/cart/cart.ts';
import { useCartActions, useIsInCart } from '#web/features/cart/use-cart.ts';
import { useLanguage } from '#web/language.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';

/** Detects a double tap. Browsers do not count taps as they count clicks. */
const doubleTapMs = 500;
/** Longer than the double-click interval of any system. */
const doubleClickMs = 2_000;

type AddToCartProps = {
  product: Product;
  productNameId: string;
  /** True on the page of this product. */
  isMain?: boolean;
};

export function AddToCart({ product, productNameId, isMain = false }: AddToCartProps) {
  const { say } = useLanguage();
  const isInCart = useIsInCart(product.id);
  const { add } = useCartActions();
  const link = useRef<HTMLAnchorElement>(null);
  const wasAddedHere = useRef(false);
  const addedAtMs = useRef(Number.NEGATIVE_INFINITY);
  const isSecondHalf = useRef(false);
  useEffect(() => {
    if (isInCart && wasAddedHere.current) link.current?.focus({ preventScroll: true });
    wasAddedHere.current = false;
  }, [isInCart]);
  if (isInCart) {
    // A double click must not add the product and follow the link as well.
    const noteDoubleTap = ({ pointerType }: PointerEvent): void => {
      isSecondHalf.current = pointerType !== 'mouse' && performance.now() - addedAtMs.current < doubleTapMs;
    };
    return (
      <ButtonLink
        ref={link}
        to="/checkout"
        variant="secondary"
        aria-describedby={productNameId}
        className="w-full"
        onPointerDown={noteDoubleTap}
        onMouseDown={({ detail }) => {
          if (detail > 1 && performance.now() - addedAtMs.current < doubleClickMs)
            isSecondHalf.current = true;
        }}
        onClick={(event) => {
          if (isSecondHalf.current && event.detail > 0) event.preventDefault();
          isSecondHalf.current = false;
        }}
      >
        <Icon name="check" className="size-5" />
        {say('Go to cart')}
      </ButtonLink>
    );
  }
  const addAndRemember = (): void => {
    wasAddedHere.current = true;
    addedAtMs.current = performance.now();
    add(product);
  };
  return (
    <Button
      variant={isMain ? 'primary' : 'secondary'}
      aria-describedby={productNameId}
      className="w-full noscript:hidden"
      onClick={addAndRemember}
    >
      {say('Add to cart')}
    </Button>
  );
}
