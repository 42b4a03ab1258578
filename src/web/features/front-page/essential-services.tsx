/** The first services for every company: one sample order from day one to the EIN letter. */
import type { TimelineDay } from '#content/page-texts.ts';
import { CatalogPriceTag } from '#web/features/catalog/catalog-price-tag.tsx';
import type { CatalogPrices } from '#web/features/catalog/catalog-prices.ts';
import { ProductLink } from '#web/features/catalog/product-link.tsx';
import { SampleEinNotice } from '#web/features/sample-order/sample-ein-notice.tsx';
import { SampleTimeline } from '#web/features/sample-order/sample-timeline.tsx';
import { useLanguage, withNodes } from '#web/language.tsx';
import { SiteLink } from '#web/ui/site-link.tsx';

type EssentialServicesProps = { prices: CatalogPrices; days: readonly TimelineDay[] };

export function EssentialServices({ prices, days }: EssentialServicesProps) {
  const { say, sayWith } = useLanguage();
  return (
    <section
      aria-labelledby="essential-services"
      className="page grid grid-cols-1 gap-x-8 gap-y-8 pb-12 sm:pb-24 lg:grid-cols-12"
    >
      <div className="lg:col-span-6">
        <h2 id="essential-services" className="text-2xl">
          {say('Essential services, from order to EIN')}
        </h2>
        <p className="mt-3 mb-8 max-w-line">
          {withNodes(
            sayWith(
              'A sample order of {product}, {price}, at the usual pace of 2026. The state and the IRS set their own.',
              {
                product: (
                  <ProductLink id="start-package" prices={prices}>
                    {say('the start package')}
                  </ProductLink>
                ),
                price: <CatalogPriceTag price={prices['start-package']} />,
              },
            ),
          )}
        </p>
        <SampleTimeline days={days} />
        <p className="mt-6">
          <SiteLink
            to="/inside-an-order"
            className="font-semibold underline decoration-accent decoration-2 underline-offset-4 hover:text-accent"
          >
            {say('See inside this order')}
          </SiteLink>
        </p>
      </div>
      <SampleEinNotice className="self-center lg:col-span-5 lg:col-start-8" />
    </section>
  );
}
