/** Limits for the texts that staff write on a product's page. */
import { draftText, ProductId, required } from '#contract/values.ts';
import type { ProductDetails } from '#kernel/product-details.ts';
import { z } from 'zod';

export const detailLinesAtMost = 20;

/** One line, or empty. */
const said = (max: number) => draftText(max).unwrap();

const lines = z
  .array(required('Write the line, or remove it', 300))
  .max(detailLinesAtMost, `At most ${detailLinesAtMost} lines`)
  .refine((all) => new Set(all).size === all.length, 'Two lines say the same');

const rows = <T extends z.ZodType>(row: T) => z.array(row).max(detailLinesAtMost, `At most ${detailLinesAtMost} lines`);

const once = (field: string) => [(ids: string[]) => new Set(ids).size === ids.length, `The same ${field} stands there twice`] as const;

/** The address of a post, as in `PostSlug`. */
const Slug = z
  .string()
  .trim()
  .regex(/^[a-z0-9-]{1,120}$/, 'Write the last part of the address of a post, such as ein-without-ssn');

export const WrittenDetails = z.strictObject({
  // As long as search engines show it. If empty, the page uses the card's text.
  summary: said(160).refine((text) => text === '' || text.length >= 70, 'Write 70 to 160 characters, or none'),
  time: said(120),
  gets: lines,
  needs: lines,
  steps: rows(z.strictObject({ title: required('Name the step', 120), time: said(80), text: said(400) })),
  documents: lines,
  excludes: lines,
  questions: rows(z.strictObject({ question: required('Write the question', 160), answer: required('Write the answer', 800) })),
  parts: z
    .array(ProductId)
    .max(10, 'At most 10 products')
    .refine(...once('product')),
  alongside: rows(z.strictObject({ id: ProductId, note: said(200), later: z.boolean() })),
  posts: z
    .array(Slug)
    .max(3, 'At most 3 posts')
    .refine(...once('post')),
}) satisfies z.ZodType<ProductDetails>;
