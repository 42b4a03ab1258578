/** Three samples in place of customers' words, each marked as a sample: none may look like a review. */
import { phrase } from '#kernel/language.ts';
import type { Testimonial } from './page-texts.ts';

const sample = (id: string, words: string, role: string): Testimonial => ({
  id,
  words,
  name: '',
  role,
  isSample: true,
});

export const defaultTestimonials: readonly Testimonial[] = [
  sample(
    'software',
    phrase('The page said one price with the state fee in it, and that was what I paid.'),
    phrase('software'),
  ),
  sample(
    'online-shop',
    phrase('Each step said how long it takes and who decides. I could plan my launch around it.'),
    phrase('online shop'),
  ),
  sample(
    'design',
    phrase('The list of what is not included was as clear as the list of what is.'),
    phrase('design'),
  ),
];
