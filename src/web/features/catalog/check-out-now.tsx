/**
 * Links to checkout. The server does not know the cart, so a click with an empty cart shows what to do first.
 */
import { useState } from 'react';
import { useCart } from '#web/features/cart/use-cart.ts';
import { useLanguage } from '#web/language.tsx';
import { ButtonLink } from '#web/ui/button.tsx';

export function CheckOutNow() {
  const { say } = useLanguage();
  const { isLoaded, cartProducts } = useCart();
  const [isAsked, setAsked] = useState(false);
  const isEmpty = isLoaded && cartProducts.length === 0;
  return (
    <div className="mt-8 grid justify-items-start gap-2">
      <ButtonLink
        to="/checkout"
        size="large"
        onClick={(event) => {
          if (!isEmpty) return;
          event.preventDefault();
          setAsked(true);
        }}
      >
        {say('Check out now')}
      </ButtonLink>
      <p role="status" className="min-h-6">
        {isAsked && isEmpty && say('Your cart is empty. Add a service below first.')}
      </p>
    </div>
  );
}
