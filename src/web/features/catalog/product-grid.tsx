/** The catalog, and at its end a place to ask, for those who do not know yet what they need. */
import { Drawing } from '#web/art/drawing.tsx';
import emptyCartArt from '#web/art/empty-cart.svg?url';
import type { Product } from '#web/features/cart/slice.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { MailLink } from '#web/ui/mail-link.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { SiteLink } from '#web/ui/site-link.tsx';
import { ProductCard } from './product-card.tsx';

/** Two rows for each place (see product-card.tsx). */
const place = 'row-span-2 mb-5 grid grid-cols-1 grid-rows-subgrid gap-y-0 sm:mb-6';

export function ProductGrid({ products }: { products: Product[] }) {
  if (products.length === 0) {
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
      <ul className="group grid grid-cols-1 gap-x-5 sm:grid-cols-2 sm:gap-x-6 lg:grid-cols-3">
        {products.map((product) => (
          <li key={product.id} className={place}>
            <ProductCard product={product} />
          </li>
        ))}
        <li className={`${place} sm:max-lg:odd:col-span-2`}>
          <div className="rounded-ss-lg rounded-se-lg bg-credit-soft px-5 pt-5 sm:px-6 sm:pt-6">
            <h2 className="text-2xl">Not sure what you need?</h2>
            <p className="mt-4 text-lg">Tell us where you live and what you want to sell. We answer with a list of steps and prices.</p>
          </div>
          <div className="-mt-px flex flex-col items-start justify-end rounded-es-lg rounded-ee-lg bg-credit-soft px-5 pt-6 pb-5 group-has-[[aria-expanded=true]]:self-start sm:px-6 sm:pb-6">
            <ButtonLink to="/contact-us" variant="secondary">
              Ask us first
            </ButtonLink>
            <p className="mt-3">
              Or write to <MailLink />
            </p>
          </div>
        </li>
      </ul>
    </div>
  );
}
