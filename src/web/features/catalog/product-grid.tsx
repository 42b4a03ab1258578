/** The shelf, and at its end a place to ask, for those who do not know yet what they need. */
import { Drawing } from '#web/art/drawing.tsx';
import emptyCartArt from '#web/art/empty-cart.svg?url';
import type { Product } from '#web/features/cart/slice.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { MailLink } from '#web/ui/mail-link.tsx';
import { Notice } from '#web/ui/notice.tsx';
import type { Still } from '#web/still/still.ts';
import { SiteLink } from '#web/ui/site-link.tsx';
import { ProductCard } from './product-card.tsx';

/** Prices come in words: a phone needs a tenth of a second until it can put its first amount into words. */
export type ShelfEntry = { product: Product; price: Still };

export function ProductGrid({ shelf }: { shelf: ShelfEntry[] }) {
  if (shelf.length === 0) {
    return (
      <EmptyState
        title="Nothing is on sale right now"
        picture={<Drawing file={emptyCartArt} className="w-64" />}
        action={<ButtonLink to="/contact-us">Contact us</ButtonLink>}
      >
        <p>Tell us what you need and we will answer with a price.</p>
      </EmptyState>
    );
  }
  return (
    <div className="page py-10 sm:py-14">
      <noscript>
        <div className="mb-8 max-w-line">
          <Notice tone="warn" title="The cart needs JavaScript">
            Turn it on in your browser to buy here, or{' '}
            <SiteLink to="/contact-us" className="underline">
              contact us
            </SiteLink>
            . You can also write to <MailLink />, and we will take your order by email.
          </Notice>
        </div>
      </noscript>
      <ul className="grid grid-cols-1 gap-5 sm:grid-cols-2 sm:gap-6 lg:grid-cols-3">
        {shelf.map(({ product, price }) => (
          <li key={product.id}>
            <ProductCard product={product} price={price} />
          </li>
        ))}
        <li className="flex flex-col items-start gap-4 rounded-lg bg-credit-soft p-5 sm:p-6">
          <h2 className="text-2xl">Not sure what you need?</h2>
          <p className="text-lg">Tell us where you live and what you want to sell. We answer with a list of steps and prices.</p>
          <ButtonLink to="/contact-us" variant="secondary" className="mt-auto">
            Ask us first
          </ButtonLink>
          <p>
            Or write to <MailLink />
          </p>
        </li>
      </ul>
    </div>
  );
}
