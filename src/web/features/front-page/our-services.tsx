/**
 * The five services of a company's first weeks. The navigation and the hero link here, so the id is part of
 * an address.
 */
import { ProductLink } from '#web/features/catalog/product-link.tsx';
import { CatalogPriceTag } from '#web/features/catalog/catalog-price-tag.tsx';
import type { CatalogPrices } from '#web/features/catalog/catalog-prices.ts';
import { useLanguage } from '#web/language.tsx';
import { ButtonLink } from '#web/ui/button.tsx';

export type Service = { id: string; title: string; description: string; time: string };

export function OurServices({ services, prices }: { services: readonly Service[]; prices: CatalogPrices }) {
  const { say, translate } = useLanguage();
  return (
    <section
      id="our-services"
      tabIndex={-1}
      aria-labelledby="our-services-title"
      className="border-t border-line bg-surface py-12 sm:py-24"
    >
      <div className="page grid grid-cols-1 gap-x-8 gap-y-8 lg:grid-cols-12">
        <div className="lg:col-span-4">
          <div className="lg:sticky lg:top-28">
            <h2 id="our-services-title" className="text-3xl">
              {say('Our services')}
            </h2>
            <p className="mt-4 max-w-form text-lg">{say('Take one, or all five.')}</p>
            <ButtonLink to="/products" variant="secondary" className="mt-6">
              {say('All products and prices')}
            </ButtonLink>
          </div>
        </div>
        <ul className="lg:col-span-8">
          {services.map((service) => (
            <li
              key={service.id}
              className="grid grid-cols-4 items-start gap-x-4 border-t border-line py-5 first:border-t-0 first:pt-0 sm:gap-x-6"
            >
              <img
                src={`/products/${service.id}.svg`}
                alt=""
                width={320}
                height={240}
                loading="lazy"
                decoding="async"
                className="dim-in-dark aspect-4/3 w-full rounded-md sm:mt-1"
              />
              <div className="contents sm:col-span-3 sm:block">
                <div className="flex flex-wrap items-baseline justify-between gap-x-4 max-sm:col-span-3 max-sm:self-center">
                  <h3 className="text-xl">
                    <ProductLink id={service.id} prices={prices}>
                      {translate(service.title)}
                    </ProductLink>
                  </h3>
                  <p className="font-semibold">
                    <CatalogPriceTag price={prices[service.id]} />
                  </p>
                </div>
                <p className="mt-2 max-w-line max-sm:col-span-4">{translate(service.description)}</p>
                <p className="mt-1 text-sm text-muted max-sm:col-span-4">{translate(service.time)}</p>
              </div>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
