/** The cart in the header. The number is known only in the browser; its place is kept, so nothing moves when it comes. */
import { useCartCount } from '#web/features/cart/use-cart.ts';
import { Icon } from '#web/ui/icon.tsx';
import { SiteLink } from '#web/ui/site-link.tsx';

export function CartLink() {
  const count = useCartCount();
  const items = count === 1 ? '1 item' : `${count} items`;
  return (
    <SiteLink to="/checkout" className="relative inline-flex size-12 items-center justify-center rounded-full hover:bg-sunk">
      <Icon name="cart" className="size-6" />
      <span className="sr-only">{count === 0 ? 'Cart' : `Cart, ${items}`}</span>
      {count > 0 && (
        <span
          key={count}
          aria-hidden="true"
          className="money absolute end-0 top-0.5 min-w-5.5 animate-pop rounded-full bg-accent px-1.5 text-center text-sm leading-5.5 font-semibold text-on-accent"
        >
          {count}
        </span>
      )}
    </SiteLink>
  );
}
