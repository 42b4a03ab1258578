/** Limits for the texts that staff write on a product's page. */
import { draftText, ProductId, required } from '#contract/values.ts';
import type { ProductDetails } from '#content/product-details.ts';
import { z } from 'zod';

export const detailLinesAtMost = 20;

/** One line, or empty. */
const optionalText = (max: number) => draftText(max).unwrap();

const lines = z
  .array(required('Enter the line, or remove it', 300))
  .max(detailLinesAtMost, `At most ${detailLinesAtMost} lines`)
  .refine((all) => new Set(all).size === all.length, 'Two lines are the same');

const rows = <T extends z.ZodType>(row: T) =>
  z.array(row).max(detailLinesAtMost, `At most ${detailLinesAtMost} lines`);

const once = (field: string) =>
  [(ids: string[]) => new Set(ids).size === ids.length, `The same ${field} is listed twice`] as const;

/** The address of a post, as in `PostSlug`. */
const Slug = z
  .string()
  .trim()
  .regex(/^[a-z0-9-]{1,120}$/, 'Enter the last part of the address of a post, for example ein-without-ssn');

export const WrittenDetails = z.strictObject({
  // As long as search engines show it. If empty, the page uses the card's text.
  summary: optionalText(160).refine(
    (text) => text === '' || text.length >= 70,
    'Enter 70 to 160 characters, or leave it empty',
  ),
  time: optionalText(120),
  gets: lines,
  needs: lines,
  steps: rows(
    z.strictObject({
      title: required('Enter the name of the step', 120),
      time: optionalText(80),
      text: optionalText(400),
    }),
  ),
  documents: lines,
  excludes: lines,
  questions: rows(
    z.strictObject({
      question: required('Enter the question', 160),
      answer: required('Enter the answer', 800),
    }),
  ),
  parts: z
    .array(ProductId)
    .max(10, 'At most 10 products')
    .refine(...once('product')),
  alongside: rows(z.strictObject({ id: ProductId, note: optionalText(200), later: z.boolean() })),
  posts: z
    .array(Slug)
    .max(3, 'At most 3 posts')
    .refine(...once('post')),
}) satisfies z.ZodType<ProductDetails>;
