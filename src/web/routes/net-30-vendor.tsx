/**
 * `/net-30-vendor`: how the account works, with an example that uses catalog prices and the published terms.
 */
import type { LoaderFunctionArgs } from 'react-router';
import { listProducts } from '#contract/catalog.ts';
import type { PageHandle } from '#web/document/page-head.tsx';
import { catalogPrices } from '#web/features/catalog/catalog-prices.ts';
import { exampleIds, exampleOrder } from '#web/features/net-30/example.ts';
import { Net30Hero } from '#web/features/net-30/net-30-hero.tsx';
import { QualifySection } from '#web/features/net-30/qualify-section.tsx';
import { RulesOfTheAccount } from '#web/features/net-30/rules-of-the-account.tsx';
import { ThreeSteps } from '#web/features/net-30/three-steps.tsx';
import { WorkedExample } from '#web/features/net-30/worked-example.tsx';
import { publicClient } from '#web/server-context.ts';
import { useSettings } from '#web/use-settings.ts';

export const handle: PageHandle = {
  title: 'Net 30 vendor account',
  description:
    'Pay by invoice: half now, half when the work is done, 30 days for each. See whether you qualify, an example to the cent, and every rule.',
};

export const loader = async ({ request, context }: LoaderFunctionArgs) => ({
  asked: new URL(request.url).search,
  prices: catalogPrices(await context.get(publicClient)(listProducts), exampleIds),
});

export default function Net30VendorPage({
  loaderData: { asked, prices },
}: {
  loaderData: Awaited<ReturnType<typeof loader>>;
}) {
  const { credit } = useSettings();
  return (
    <>
      <Net30Hero />
      <ThreeSteps />
      <WorkedExample exampleOrder={exampleOrder(prices, credit.firstLimit)} asked={asked} />
      <QualifySection asked={asked} />
      <RulesOfTheAccount />
    </>
  );
}
