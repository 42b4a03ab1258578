/** The shelf. The first product is the one most founders begin with, so it is shown wider than the others. */
import { EmptyCartArt } from '#web/art/empty-cart-art.tsx';
import type { Product } from '#web/features/cart/slice.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { SiteLink } from '#web/ui/site-link.tsx';
import { ProductCard } from './product-card.tsx';

const firstRow = 2;

export function ProductGrid({ products }: { products: Product[] }) {
  if (products.length === 0) {
    return (
      <EmptyState
        title="Nothing is on sale right now"
        picture={<EmptyCartArt className="w-64" />}
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
            Turn it on in your browser to buy here, or <SiteLink to="/contact-us" className="underline">contact us</SiteLink> and we will
            take your order by e-mail.
          </Notice>
        </div>
      </noscript>
      <ul className="grid gap-5 sm:grid-cols-2 sm:gap-6 lg:grid-cols-3">
        {products.map((product, index) => (
          <li key={product.id} className={index === 0 ? 'sm:col-span-2' : ''}>
            <ProductCard product={product} isWide={index === 0} isSeenFirst={index < firstRow} />
          </li>
        ))}
      </ul>
    </div>
  );
}
