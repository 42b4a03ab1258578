/** All texts of a product that pages show and that can be translated. */
import type { readProduct } from '#contract/catalog.ts';
import type { Answer } from '#contract/endpoint.ts';
import type { Product } from '#web/features/cart/cart.ts';

export const textsOfProduct = ({ name, productBenefits }: Product): string[] => [
  name,
  ...productBenefits.map(({ text }) => text),
];

/** The texts of the product page, with the names of related products. */
export function textsOfPage({ details, parts, alongside, ...product }: Answer<typeof readProduct>): string[] {
  const { summary, time, gets, needs, steps, documents, excludes, questions } = details;
  return [
    ...textsOfProduct(product),
    ...[summary, time, ...gets, ...needs, ...documents, ...excludes],
    ...steps.flatMap((step) => [step.title, step.time, step.text]),
    ...questions.flatMap(({ question, answer }) => [question, answer]),
    ...parts.map(({ name }) => name),
    ...alongside.flatMap(({ product: { name }, note }) => [name, note]),
  ].filter((text) => text !== '');
}
