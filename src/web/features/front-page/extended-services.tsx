/**
 * Later services for a company: visas, a brand, and yearly maintenance. Three lists with prices, no cards.
 */
import { phrase } from '#kernel/language.ts';
import { ProductLink } from '#web/features/catalog/product-link.tsx';
import { useLanguage } from '#web/language.tsx';
import { CatalogPriceTag } from '#web/features/catalog/catalog-price-tag.tsx';
import type { CatalogPrices } from '#web/features/catalog/catalog-prices.ts';
import { StoredText } from '#web/ui/stored-text.tsx';

export type Group = { title: string; text: string; ids: readonly string[] };

export function ExtendedServices({ groups, prices }: { groups: readonly Group[]; prices: CatalogPrices }) {
  const { say, translate } = useLanguage();
  return (
    <section aria-labelledby="extended-services" className="page pb-12 sm:pb-24">
      <h2 id="extended-services" className="text-2xl">
        {say('Extended services, once the company is open')}
      </h2>
      <div className="mt-7 grid grid-cols-1 gap-x-8 gap-y-8 lg:mt-10 lg:grid-cols-3">
        {groups.map((group) => (
          <div key={group.title}>
            <h3 className="border-t-2 border-ink pt-3 text-xl">{translate(group.title)}</h3>
            <p className="mt-1.5">{translate(group.text)}</p>
            <ul className="mt-3">
              {group.ids.map((id) => (
                <li
                  key={id}
                  className="flex flex-wrap items-baseline justify-between gap-x-4 border-t border-line py-2"
                >
                  <ProductLink id={id} prices={prices}>
                    <StoredText>{prices[id]?.name ?? phrase('Custom service')}</StoredText>
                  </ProductLink>
                  <span className="font-semibold">
                    <CatalogPriceTag price={prices[id]} />
                  </span>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
    </section>
  );
}
