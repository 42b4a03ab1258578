/** `/net-30-vendor`: how the account works, with an example whose amounts come from the catalog and the published terms. */
import type { LoaderFunctionArgs } from 'react-router';
import { listProducts } from '#contract/catalog.ts';
import { site } from '#kernel/site.ts';
import { catalogPrices } from '#web/features/catalog/catalog-prices.ts';
import { exampleIds, workedExample } from '#web/features/net-30/example.ts';
import { Net30Hero } from '#web/features/net-30/net-30-hero.tsx';
import { RulesOfTheAccount } from '#web/features/net-30/rules-of-the-account.tsx';
import { ThreeSteps } from '#web/features/net-30/three-steps.tsx';
import { WorkedExample } from '#web/features/net-30/worked-example.tsx';
import { publicClient } from '#web/server-context.ts';
import { StaticPart } from '#web/static-content/static-part.tsx';
import { toStaticContent } from '#web/static-content/static-content.ts';

export const meta = () => [
  { title: `Net 30 vendor account | ${site.name}` },
  {
    name: 'description',
    content:
      'Pay by invoice: half now, half when the work is done, 30 days for each. The three steps, an example to the cent, and every rule.',
  },
];

export const loader = async ({ context }: LoaderFunctionArgs) => {
  const example = workedExample(catalogPrices(await context.get(publicClient)(listProducts), exampleIds));
  const part = toStaticContent(
    <>
      <Net30Hero />
      <ThreeSteps />
      <WorkedExample example={example} />
      <RulesOfTheAccount />
    </>,
  );
  return { part };
};

export default function Net30VendorPage({ loaderData: { part } }: { loaderData: Awaited<ReturnType<typeof loader>> }) {
  return <StaticPart part={part} />;
}
