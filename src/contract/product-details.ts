/** The texts of a product's page beyond its card (content/product-details.ts), in responses. */
import type { ProductDetails } from '#content/product-details.ts';
import { z } from 'zod';

const texts = z.array(z.string());

/** Without limits: texts written under earlier rules are still shown. */
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
