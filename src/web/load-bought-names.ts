/** What a page after a purchase exports as its `loader`, to speak its language and to say what was bought in it. In English there is nothing to ask for. */
import type { LoaderFunctionArgs } from 'react-router';
import { listProducts } from '#contract/catalog.ts';
import { spokenLanguage } from './load-language.ts';
import { pageLanguage, publicClient } from './server-context.ts';

export async function loadBoughtNames({ context }: LoaderFunctionArgs) {
  if (context.get(pageLanguage) === null) return { language: null };
  // Somebody who may just have been charged is shown the page without the names rather than none.
  const products = await context
    .get(publicClient)(listProducts)
    .catch(() => []);
  return {
    language: spokenLanguage(
      context,
      products.map(({ name }) => name),
    ),
  };
}
