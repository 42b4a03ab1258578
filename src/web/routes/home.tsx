/** `/`: the home page. Its prices come from the catalog, so they match the products page. */
import type { LoaderFunctionArgs } from 'react-router';
import { listBlogs } from '#contract/blogs.ts';
import { listProducts } from '#contract/catalog.ts';
import { phrase } from '#kernel/language.ts';
import type { PageHandle } from '#web/document/page-head.tsx';
import type { Product } from '#web/features/cart/cart.ts';
import { catalogPrices } from '#web/features/catalog/catalog-prices.ts';
import { Assurances } from '#web/features/front-page/assurances.tsx';
import { EssentialServices } from '#web/features/front-page/essential-services.tsx';
import { ExampleCosts } from '#web/features/front-page/example-costs.tsx';
import { ExtendedServices } from '#web/features/front-page/extended-services.tsx';
import { firstYears, pricedIds } from '#web/features/front-page/first-years.ts';
import { homeWords } from '#web/features/front-page/home-words.ts';
import { HomeHero } from '#web/features/front-page/home-hero.tsx';
import { Introduction } from '#web/features/front-page/introduction.tsx';
import { LatestPosts, latestPostCount, toLatestPost } from '#web/features/front-page/latest-posts.tsx';
import { Net30Banner } from '#web/features/front-page/net-30-banner.tsx';
import { OurServices } from '#web/features/front-page/our-services.tsx';
import { ZeroTaxStates } from '#web/features/front-page/zero-tax-states.tsx';
import { spokenLanguage } from '#web/load-language.ts';
import { publicClient, shopSettings } from '#web/server-context.ts';

export const handle: PageHandle = {
  title: phrase('Start a US business from abroad'),
  description: phrase(
    'US company formation, EIN, ITIN, address and phone for founders abroad, with our prices, government fees and usual waiting times.',
  ),
};

export const loader = async ({ context }: LoaderFunctionArgs) => {
  const call = context.get(publicClient);
  const [products, blog] = await Promise.all([
    call(listProducts),
    call(listBlogs, { query: { limit: latestPostCount, page: 1 } }),
  ]);
  const { testimonials, assurances, timeline } = context.get(shopSettings).pageTexts;
  const prices = catalogPrices(products, pricedIds);
  const example = firstYears(prices);
  const buyFirst = products.filter(({ id }) => example?.buyFirst.includes(id)).map(withoutBenefits);
  const language = spokenLanguage(context, [
    ...Object.values(prices).flatMap((price) => price?.name ?? []),
    ...[...assurances, ...timeline].flatMap(({ title, text }) => [title, text]),
    ...testimonials.flatMap(({ words, role }) => [words, role]),
  ]);
  return {
    prices,
    example,
    buyFirst,
    posts: blog.data.map(toLatestPost),
    testimonials,
    assurances,
    timeline,
    language,
  };
};

/** The page data contains only what the cart needs. */
const withoutBenefits = (product: Product): Product => ({ ...product, productBenefits: [] });

type HomeData = Awaited<ReturnType<typeof loader>>;

export default function HomePage({
  loaderData: { prices, example, buyFirst, posts, testimonials, assurances, timeline },
}: {
  loaderData: HomeData;
}) {
  return (
    <>
      <HomeHero prices={prices} />
      <Introduction />
      <EssentialServices prices={prices} days={timeline} />
      <OurServices services={homeWords.services} prices={prices} />
      <ExampleCosts example={example} prices={prices} products={buyFirst} />
      <ZeroTaxStates states={homeWords.states} unchanged={homeWords.unchanged} />
      <Net30Banner />
      <ExtendedServices groups={homeWords.groups} prices={prices} />
      <Assurances assurances={assurances} testimonials={testimonials} />
      <LatestPosts posts={posts} />
    </>
  );
}
