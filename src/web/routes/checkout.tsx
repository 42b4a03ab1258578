/** `/checkout`: billing details, discount code, and card payment for the cart, which only the browser has. */
import { phrase } from '#kernel/language.ts';
import { useLanguage, withNodes } from '#web/language.tsx';
import { spokenLanguage } from '#web/load-language.ts';
import { lazy, Suspense } from 'react';
import type { LoaderFunctionArgs } from 'react-router';
import { listProducts } from '#contract/catalog.ts';
import { readRuntimeConfig } from '#contract/site.ts';
import type { PageHandle } from '#web/document/page-head.tsx';
import { CheckoutSkeleton } from '#web/features/checkout/checkout-frame.tsx';
import { MailLink } from '#web/ui/mail-link.tsx';
import { publicClient } from '#web/server-context.ts';

/**
 * Keeps the forms and the contract out of the first paint. The import starts immediately, so they load no
 * later.
 */
const page = import('#web/features/checkout/checkout-page.tsx');
const CheckoutPage = lazy(() => page);

export const handle: PageHandle = {
  title: phrase('Checkout'),
  description: phrase('Billing details, discount code and card payment for the services in your cart.'),
};

export const loader = async ({ context }: LoaderFunctionArgs) => {
  const call = context.get(publicClient);
  const [products, config] = await Promise.all([call(listProducts), call(readRuntimeConfig)]);
  return {
    products,
    config,
    language: spokenLanguage(
      context,
      products.map(({ name }) => name),
    ),
  };
};

export default function Checkout({ loaderData }: { loaderData: Awaited<ReturnType<typeof loader>> }) {
  const { say, sayWith } = useLanguage();
  return (
    <>
      <noscript>
        <h1 className="page pt-8 text-2xl">{say('Checkout')}</h1>
        <p className="page py-6">
          {withNodes(
            sayWith(
              'Checkout needs JavaScript: your cart is kept in this browser, and the card fields come from our card processor. You can also order by email: write to {mail}.',
              { mail: <MailLink /> },
            ),
          )}
        </p>
      </noscript>
      <Suspense fallback={<CheckoutSkeleton />}>
        <CheckoutPage products={loaderData.products} config={loaderData.config} />
      </Suspense>
    </>
  );
}
