/** The product that a post covers, with its price: beside the post, and at its end. */
import { useId } from 'react';
import type { Product } from '#web/features/cart/cart.ts';
import { Icon } from '#web/ui/icon.tsx';
import { SiteLink } from '#web/ui/site-link.tsx';
import { BuyOrAsk } from './buy-or-ask.tsx';
import { ProductPrice } from './product-price.tsx';

export type Offered = { product: Product; summary: string; time: string };

export function PostOffer({ product, summary, time }: Offered) {
  const id = useId();
  return (
    <div data-print="no" className="rounded-lg border border-line bg-surface p-5">
      <p className="text-sm font-semibold text-muted">We can do this for you</p>
      <h2 id={id} className="mt-1 text-lg">
        <SiteLink
          to={`/products/${product.id}`}
          className="font-semibold underline decoration-accent decoration-2 underline-offset-4 hover:text-accent"
        >
          {product.name}
        </SiteLink>
      </h2>
      <ProductPrice product={product} />
      {summary !== '' && <p className="mt-2">{summary}</p>}
      {time !== '' && (
        <p className="mt-2 flex gap-2 text-sm text-muted">
          <Icon name="clock" className="mt-0.5 size-4" />
          {time}
        </p>
      )}
      <div className="mt-4">
        <BuyOrAsk product={product} productNameId={id} />
      </div>
    </div>
  );
}
