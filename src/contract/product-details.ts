/** What the page of a product says beyond its card (kernel/product-details.ts), as it is answered. */
import type { ProductDetails } from '#kernel/product-details.ts';
import { z } from 'zod';

const texts = z.array(z.string());

/** As it is answered: what was written under earlier rules is shown all the same. */
export const ShownDetails = z.object({
  summary: z.string(),
  time: z.string(),
  gets: texts,
  needs: texts,
  steps: z.array(z.object({ title: z.string(), time: z.string(), text: z.string() })),
  documents: texts,
  excludes: texts,
  questions: z.array(z.object({ question: z.string(), answer: z.string() })),
  parts: texts,
  alongside: z.array(z.object({ id: z.string(), note: z.string(), later: z.boolean() })),
  posts: texts,
}) satisfies z.ZodType<ProductDetails>;
