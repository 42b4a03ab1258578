/** The home page's short promises to visitors before they pay. The guarantees page has the details. */
import { phrase } from '#kernel/language.ts';
import type { Assurance } from './page-texts.ts';

export const defaultAssurances: readonly Assurance[] = [
  {
    id: 'money',
    title: phrase('Who charges your card'),
    text: phrase(
      'We sell to you, and Stripe charges your card: its number never reaches us. Your statement shows the total from checkout.',
    ),
  },
  {
    id: 'refunds',
    title: phrase('What is refunded, and when'),
    text: phrase(
      'Everything, if the work has not started or we cannot do it. After that, the price minus the work done and the fees we paid for you.',
    ),
  },
  {
    id: 'refusals',
    title: phrase('If an authority says no'),
    text: phrase(
      'We send you its reason and tell you what can be done next. If the mistake is ours, we correct it and file again for free.',
    ),
  },
  {
    id: 'yours',
    title: phrase('What stays yours'),
    text: phrase(
      'The company, its documents, numbers and passwords, from the first day, whether you stay with us or leave.',
    ),
  },
];
