/** The way from nothing to an open company: four steps, each with what the founder holds at its end, how long, how much. */
import { ProductLink } from '#web/features/catalog/product-link.tsx';
import { CatalogPriceTag } from '#web/features/catalog/catalog-price-tag.tsx';
import type { CatalogPrices } from '#web/features/catalog/catalog-prices.ts';
import { Icon } from '#web/ui/icon.tsx';

export type Step = { title: string; text: string; documents: readonly string[]; time: string; priceIds: readonly string[] };

export const EssentialServices = ({ steps, prices }: { steps: readonly Step[]; prices: CatalogPrices }) => (
  <section aria-labelledby="essential-services" className="page pb-16 sm:pb-24">
    <h2 id="essential-services" className="text-2xl">
      Essential services, in the order you need them
    </h2>
    <ol className="mt-8 grid grid-cols-1 gap-y-10 sm:grid-cols-2 sm:gap-x-8 lg:mt-12 lg:grid-cols-4 lg:gap-x-6">
      {steps.map((step, index) => (
        <EssentialStep key={step.title} {...step} number={index + 1} isLast={index === steps.length - 1} prices={prices} />
      ))}
    </ol>
  </section>
);

type Placed = { number: number; isLast: boolean; prices: CatalogPrices };

/** The parts of a step take rows of the list, so that they start on one line across the steps. */
const EssentialStep = ({ number, isLast, title, text, documents, time, priceIds, prices }: Step & Placed) => (
  <li className="row-span-4 grid grid-rows-subgrid gap-y-0">
    <p aria-hidden="true" className="flex items-center gap-3 font-display text-lg font-semibold">
      <span className="flex size-10 items-center justify-center rounded-full bg-ink text-paper">{number}</span>
      {!isLast && <span className="h-0 grow border-t-4 border-dotted border-accent" />}
    </p>
    <div className="pt-4">
      <h3 className="text-xl">{title}</h3>
      <p className="mt-2">{text}</p>
    </div>
    <div className="pt-5">
      <p className="text-sm font-semibold text-muted">You receive</p>
      <ul className="mt-2 flex flex-col gap-1.5">
        {documents.map((document) => (
          <li key={document} className="flex gap-2.5">
            <Icon name="check" className="mt-1 size-4 text-credit" />
            <span className="min-w-0">{document}</span>
          </li>
        ))}
      </ul>
    </div>
    <div className="mt-5 border-t border-line pt-3">
      <p className="flex gap-2.5 text-sm text-muted">
        <Icon name="clock" className="mt-0.5 size-4" />
        {time}
      </p>
      {priceIds.map((id) => (
        <p key={id} className="mt-1.5">
          <span className="block text-sm text-muted">
            <ProductLink id={id} prices={prices}>
              {prices[id]?.name}
            </ProductLink>
          </span>
          <span className="font-semibold">
            <CatalogPriceTag price={prices[id]} />
          </span>
        </p>
      ))}
    </div>
  </li>
);
