/** Adds several products with one click and shows what they cost today, then links to the cart. */
import { Fragment, useEffect, useRef } from 'react';
import { add, type Cents } from '#kernel/money.ts';
import { asCartProduct, type Product } from '#web/features/cart/cart.ts';
import { useCart, useCartActions } from '#web/features/cart/use-cart.ts';
import { useLanguage, withNodes } from '#web/language.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Money } from '#web/ui/money.tsx';
import { StoredText } from '#web/ui/stored-text.tsx';

export function AddTheseToCart({ products }: { products: readonly Product[] }) {
  const { say, sayWith } = useLanguage();
  const { cartProducts } = useCart();
  const { addAll } = useCartActions();
  const link = useRef<HTMLAnchorElement>(null);
  const wasAddedHere = useRef(false);
  const areIn = products.every(({ id }) => cartProducts.some((product) => product.id === id));
  // The button turns into a link, which takes over the focus.
  useEffect(() => {
    if (areIn && wasAddedHere.current) link.current?.focus({ preventScroll: true });
    wasAddedHere.current = false;
  }, [areIn]);
  const chosen = products.flatMap((product) => asCartProduct(product) ?? []);
  const monthly: Cents = add(
    ...chosen.flatMap(({ period, renewalCents }) =>
      period === 'month' && renewalCents !== null ? [renewalCents] : [],
    ),
  );
  const today = <Money amount={add(...chosen.map(({ priceCents }) => priceCents))} />;
  const totalText =
    monthly > 0
      ? sayWith('{today} today, then {monthly} every month until you cancel.', {
          today,
          monthly: <Money amount={monthly} />,
        })
      : sayWith('{today} today.', { today });
  return (
    <div className="mt-6">
      {areIn ? (
        <ButtonLink ref={link} to="/checkout" variant="secondary">
          <Icon name="check" className="size-5" />
          {say('Go to cart')}
        </ButtonLink>
      ) : (
        <Button
          className="noscript:hidden"
          onClick={() => {
            wasAddedHere.current = true;
            addAll(products);
          }}
        >
          {say('Add these to cart')}
        </Button>
      )}
      <p className="mt-3 text-sm text-muted">
        {withNodes(sayWith('Buy these first: {names}.', { names: <Names products={chosen} /> }))}{' '}
        {withNodes(totalText)}
      </p>
    </div>
  );
}

function Names({ products }: { products: readonly { id: string; name: string }[] }) {
  const { say } = useLanguage();
  return products.map(({ id, name }, index) => (
    <Fragment key={id}>
      {index > 0 && say(', ')}
      <StoredText>{name}</StoredText>
    </Fragment>
  ));
}
