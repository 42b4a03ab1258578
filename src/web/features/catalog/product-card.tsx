/**
 * One product: its picture, its price, what the buyer gets, and the one step that fits it.
 * A product without a price needs evaluation, so it leads to a conversation instead of the cart.
 */
import { useId } from 'react';
import { asCartProduct, type Product } from '#web/features/cart/slice.ts';
import type { Still } from '#web/still/still.ts';
import { StillPart } from '#web/still/still-part.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { MailLink } from '#web/ui/mail-link.tsx';
import { AddToCart } from './add-to-cart.tsx';
import { Benefits } from './benefits.tsx';

export function ProductCard({ product, price }: { product: Product; price: Still }) {
  const headingId = useId();
  const hasPrice = asCartProduct(product) !== null;
  return (
    <article aria-labelledby={headingId} className="flex h-full flex-col overflow-hidden rounded-lg border border-line bg-surface">
      {/* Even the first ones wait for the layout: words are what is read first, and the line is theirs. */}
      <img
        src={product.image}
        alt=""
        width={320}
        height={240}
        loading="lazy"
        decoding="async"
        className="aspect-4/3 w-full dark:brightness-90"
      />
      <div className="flex grow flex-col p-5 sm:p-6">
        <h2 id={headingId} className="text-xl">
          {product.name}
        </h2>
        <StillPart part={price} />
        <Benefits benefits={product.productBenefits.map(({ text }) => text)} productNameId={headingId} />
        <div className="mt-auto pt-5">
          {hasPrice ? (
            <AddToCart product={product} productNameId={headingId} />
          ) : (
            <>
              <p className="mb-3">
                Or write to <MailLink subject={product.name} />
              </p>
              <ButtonLink to="/contact-us" variant="secondary" aria-describedby={headingId} className="w-full">
                Contact us
              </ButtonLink>
            </>
          )}
        </div>
      </div>
    </article>
  );
}
