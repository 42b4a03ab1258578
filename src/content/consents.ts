/**
 * The consent texts of this site, word for word, with their links. The page and the ledger use the same
 * words, so what was agreed to is what was shown. A change of a word makes a new version automatically.
 */
import { type ConsentPart, contactConsents } from './contact-consents.ts';
import { creditTerms } from '#kernel/credit-terms.ts';
import { site } from './site.ts';

export type ConsentKind = 'terms_and_privacy' | 'text_messages' | 'credit_terms' | 'autopay';

export const consents: Record<ConsentKind, readonly ConsentPart[]> = {
  ...contactConsents,
  credit_terms: [
    `I accept the credit terms of ${site.name} for the business. Half of an order on credit is invoiced at once and half when the work is done. `,
    `Each invoice is due ${creditTerms.daysToPay} days after its date. If one is not paid by then, credit purchases are on hold until all that is past due is paid. `,
    'If you connect a credit bureau, payments are reported to it, on time or late. No interest and no fees are charged. See the ',
    { text: 'Terms and Conditions', url: '/terms' },
    '.',
  ],
  autopay: [
    `I authorize ${site.name} to charge this card on the due day of each of my open Net 30 invoices, for what is still owed on it. `,
    'I can pay earlier, change the card, or turn automatic payments off at any time.',
  ],
};

/** The stored text: without links. */
export const consentText = (kind: ConsentKind): string =>
  consents[kind].map((part) => (typeof part === 'string' ? part : part.text)).join('');
