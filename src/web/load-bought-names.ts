/**
 * The `loader` of a page after a purchase, for its language and the names of the purchased products. In
 * English there is nothing to load.
 */
import type { LoaderFunctionArgs } from 'react-router';
import { listProducts } from '#contract/catalog.ts';
import { spokenLanguage } from './load-language.ts';
import { pageLanguage, publicClient } from './server-context.ts';

export async function loadBoughtNames({ context }: LoaderFunctionArgs) {
  if (context.get(pageLanguage) === null) return { language: null };
  // A user who may have just been charged sees the page without the names rather than an error.
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
