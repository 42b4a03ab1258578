/**
 * One product: picture, price, benefits, and a button. The card spans two rows of the catalog grid. The upper
 * parts of neighbors have equal height, and a lower part that expands does not stretch its neighbors.
 */
import { useId } from 'react';
import type { Product } from '#web/features/cart/cart.ts';
import { StoredText } from '#web/ui/stored-text.tsx';
import { SiteLink } from '#web/ui/site-link.tsx';
import { FirstBenefit, MoreBenefits } from './benefits.tsx';
import { BuyOrAsk } from './buy-or-ask.tsx';
import { ProductPrice } from './product-price.tsx';

export function ProductCard({ product }: { product: Product }) {
  const headingId = useId();
  const [first, ...more] = product.productBenefits.map(({ text }) => text);
  return (
    <article aria-labelledby={headingId} className="row-span-2 grid grid-cols-1 grid-rows-subgrid gap-y-0">
      <div className="overflow-hidden rounded-ss-lg rounded-se-lg border border-b-0 border-line bg-surface max-sm:grid max-sm:grid-cols-3 max-sm:gap-x-4 max-sm:p-5 max-sm:pb-0">
        {/* Even the first images are lazy: text comes first and should not compete for bandwidth. */}
        <img
          src={product.image}
          alt=""
          width={320}
          height={240}
          loading="lazy"
          decoding="async"
          className="dim-in-dark aspect-4/3 w-full max-sm:rounded-md"
        />
        <div className="max-sm:col-span-2 sm:px-6 sm:pt-6">
          <h3 id={headingId} className="text-xl">
            <SiteLink
              to={`/products/${product.id}`}
              className="decoration-accent decoration-2 underline-offset-4 hover:underline"
            >
              <StoredText>{product.name}</StoredText>
            </SiteLink>
          </h3>
          <ProductPrice product={product} />
        </div>
        {first !== undefined && (
          <div className="max-sm:col-span-3 sm:px-6">
            <FirstBenefit text={first} />
          </div>
        )}
      </div>
      <div className="-mt-px self-start rounded-es-lg rounded-ee-lg border border-t-0 border-line bg-surface px-5 pt-px pb-5 sm:px-6 sm:pb-6">
        <MoreBenefits benefits={more} productNameId={headingId} />
        <div className="pt-4">
          <BuyOrAsk product={product} productNameId={headingId} />
        </div>
      </div>
    </article>
  );
}
