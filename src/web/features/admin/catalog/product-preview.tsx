/** Previews the product card as edited. Its button does nothing. */
import { useId } from 'react';
import type { Product } from '#web/features/cart/cart.ts';
import { FirstBenefit, MoreBenefits } from '#web/features/catalog/benefits.tsx';
import { ProductPrice } from '#web/features/catalog/product-price.tsx';

export function ProductPreview({ product }: { product: Product }) {
  const id = useId();
  const [first, ...more] = product.productBenefits
    .map(({ text }) => text)
    .filter((text) => text.trim() !== '');
  return (
    <section aria-labelledby={`${id}-title`} className="grid gap-2">
      <h2 id={`${id}-title`} className="font-sans text-sm font-semibold">
        Customer preview
      </h2>
      <div className="overflow-hidden rounded-lg border border-line bg-surface">
        {product.image !== '' && (
          <img
            src={product.image}
            alt=""
            width={320}
            height={240}
            className="dim-in-dark aspect-4/3 w-full object-cover"
          />
        )}
        <div className="grid gap-1 p-5">
          <p id={id} className="font-display text-xl wrap-anywhere">
            {product.name || 'Name'}
          </p>
          <ProductPrice product={product} />
          {first !== undefined && <FirstBenefit text={first} />}
          <MoreBenefits benefits={[...new Set(more)]} productNameId={id} />
        </div>
      </div>
    </section>
  );
}
