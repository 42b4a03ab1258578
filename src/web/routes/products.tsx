/** `/products`: the catalog. Rendered on the server; no personal data here. */
import type { LoaderFunctionArgs } from 'react-router';
import { listProducts } from '#contract/catalog.ts';
import { phrase } from '#kernel/language.ts';
import type { PageHandle } from '#web/document/page-head.tsx';
import { Drawing } from '#web/art/drawing.tsx';
import heroArt from '#web/art/hero.svg?url';
import { CheckOutNow } from '#web/features/catalog/check-out-now.tsx';
import { ProductGrid } from '#web/features/catalog/product-grid.tsx';
import { textsOfProduct } from '#web/features/catalog/texts-of-product.ts';
import { useLanguage } from '#web/language.tsx';
import { spokenLanguage } from '#web/load-language.ts';
import { publicClient } from '#web/server-context.ts';
import { SiteLink } from '#web/ui/site-link.tsx';

export const handle: PageHandle = {
  title: phrase('Products'),
  description: phrase(
    'Company formation, EIN, ITIN, US address and phone, bookkeeping and more for founders abroad. Fixed prices in US dollars.',
  ),
};

export const loader = async ({ context }: LoaderFunctionArgs) => {
  const products = await context.get(publicClient)(listProducts);
  return { products, language: spokenLanguage(context, products.flatMap(textsOfProduct)) };
};

export default function ProductsPage({
  loaderData: { products },
}: {
  loaderData: Awaited<ReturnType<typeof loader>>;
}) {
  const { say } = useLanguage();
  return (
    <>
      <div className="overflow-hidden bg-sunk">
        <div className="page grid grid-cols-1 items-center gap-x-8 lg:grid-cols-12">
          <div className="py-10 sm:py-14 lg:col-span-6 lg:py-20">
            <h1 className="text-3xl">{say('Products')}</h1>
            <p className="mt-5 max-w-line text-lg">
              {say(
                'Everything you need to start and run a US company from abroad. Each card says what you get, how long it usually takes and what is not included.',
              )}
            </p>
            <p className="mt-3 max-w-line">
              {say('Not sure what you need?')}{' '}
              <SiteLink
                to="/quiz"
                className="whitespace-nowrap underline decoration-accent decoration-2 underline-offset-4 hover:text-accent"
              >
                {say('Answer five questions')}
              </SiteLink>
            </p>
            <CheckOutNow />
          </div>
          <Drawing
            file={heroArt}
            size="640 480"
            className="-mt-4 w-full max-w-form justify-self-center lg:col-span-6 lg:-my-4 lg:max-w-none"
          />
        </div>
      </div>
      <ProductGrid products={products} />
    </>
  );
}
