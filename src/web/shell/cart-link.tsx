/**
 * The cart link in the header. Only the browser knows the count; its space is reserved, so the layout does
 * not shift.
 */
import type { Language } from '#kernel/language.ts';
import { useLanguage } from '#web/language.tsx';
import { useCartCount } from '#web/features/cart/use-cart.ts';
import { Icon } from '#web/ui/icon.tsx';
import { SiteLink } from '#web/ui/site-link.tsx';

/** The same label everywhere. */
export const cartName = (count: number, { say }: Language): string =>
  count === 0 ? say('Cart') : say('Cart, {count, plural, one {# item} other {# items}}', { count });

export function CartLink() {
  const count = useCartCount();
  const language = useLanguage();
  return (
    <SiteLink
      to="/checkout"
      className="relative inline-flex size-11 sm:size-12 items-center justify-center rounded-full hover:bg-sunk"
    >
      <Icon name="cart" className="size-6" />
      <span className="sr-only">{cartName(count, language)}</span>
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
