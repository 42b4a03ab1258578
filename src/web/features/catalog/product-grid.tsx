/** The catalog in groups. At the end a link to contact us, for visitors who need advice. */
import { inGroups, type ProductGroup } from '#content/product-groups.ts';
import { Drawing } from '#web/art/drawing.tsx';
import emptyCartArt from '#web/art/empty-cart.svg?url';
import type { Product } from '#web/features/cart/cart.ts';
import { useLanguage, withNodes } from '#web/language.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { MailLink } from '#web/ui/mail-link.tsx';
import { CartNeedsScript } from './product-cart-notice.tsx';
import { JumpBar } from './jump-bar.tsx';
import { ProductCard } from './product-card.tsx';

export type GroupedProduct = Product & { group: ProductGroup };

export function ProductGrid({ products }: { products: GroupedProduct[] }) {
  const { say } = useLanguage();
  if (products.length === 0) {
    return (
      <EmptyState
        title={say('No products are available right now')}
        picture={<Drawing file={emptyCartArt} className="w-64" />}
        action={<ButtonLink to="/contact-us">{say('Contact us')}</ButtonLink>}
      >
        <p>{say('Tell us what you need, and we will reply with a price.')}</p>
      </EmptyState>
    );
  }
  const groups = inGroups(products);
  return (
    <>
      <JumpBar groups={groups} />
      <div className="page grid gap-y-14 py-10 sm:gap-y-20 sm:py-14">
        <CartNeedsScript />
        {groups.map((group) => (
          <Group key={group.id} {...group} />
        ))}
        <AskFirst />
      </div>
    </>
  );
}

type GroupProps = { id: string; title: string; text: string; products: GroupedProduct[] };

/** Two grid rows for each card (see product-card.tsx). */
function Group({ id, title, text, products }: GroupProps) {
  const { translate } = useLanguage();
  return (
    <section id={id} tabIndex={-1} aria-labelledby={`${id}-title`} className="outline-none">
      <h2 id={`${id}-title`} className="text-2xl">
        {translate(title)}
      </h2>
      {text !== '' && <p className="mt-3 max-w-line text-muted">{translate(text)}</p>}
      <ul className="group mt-6 grid grid-cols-1 gap-x-5 sm:mt-8 sm:grid-cols-2 sm:gap-x-6 lg:grid-cols-3">
        {products.map((product) => (
          <li key={product.id} className="row-span-2 mb-5 grid grid-cols-1 grid-rows-subgrid gap-y-0 sm:mb-6">
            <ProductCard product={product} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function AskFirst() {
  const { say, sayWith } = useLanguage();
  return (
    <section
      aria-labelledby="ask-first"
      className="flex flex-col justify-between gap-6 rounded-lg bg-credit-soft p-5 sm:p-10 lg:flex-row lg:items-center"
    >
      <div>
        <h2 id="ask-first" className="text-2xl">
          {say('Not sure what you need?')}
        </h2>
        <p className="mt-3 max-w-line text-lg">
          {say(
            'Tell us where you live and what you want to sell. We will reply with a list of steps and prices.',
          )}
        </p>
      </div>
      <div>
        <ButtonLink to="/contact-us" variant="secondary">
          {say('Ask us first')}
        </ButtonLink>
        <p className="mt-3">{withNodes(sayWith('Or write to {mail}', { mail: <MailLink /> }))}</p>
      </div>
    </section>
  );
}
