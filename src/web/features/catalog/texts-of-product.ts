/** Every text of a product that pages show: what a translation may have words for. */
import type { readProduct } from '#contract/catalog.ts';
import type { Answer } from '#contract/endpoint.ts';
import type { Product } from '#web/features/cart/slice.ts';

export const textsOfProduct = ({ name, productBenefits }: Product): string[] => [name, ...productBenefits.map(({ text }) => text)];

/** Of its page, with the names of what stands beside it. */
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
