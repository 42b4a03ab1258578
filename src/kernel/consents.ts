/**
 * What people agree to on this site, word for word, with its links. The page draws these words and the ledger keeps them, so that
 * what was agreed to is what was shown. A change of a word makes a new version by itself.
 */
import { site } from './site.ts';

export type ConsentKind = 'terms_and_privacy' | 'text_messages';
export type ConsentPart = string | { text: string; url: string };

export const consents: Record<ConsentKind, readonly ConsentPart[]> = {
  terms_and_privacy: [
    'I agree to the ',
    { text: 'Terms and Conditions', url: '/terms' },
    ' and have read the ',
    { text: 'Privacy Policy', url: '/privacy-policy' },
    '.',
  ],
  text_messages: [
    `I agree to receive customer-care text messages from ${site.name} at the number above. Message frequency varies. Message and data rates may apply. `,
    'Reply STOP to opt out or HELP for help. This consent is optional and no condition of a purchase. See our ',
    { text: 'Privacy Policy', url: '/privacy-policy' },
    ' and ',
    { text: 'Terms and Conditions', url: '/terms' },
    '.',
  ],
};

/** As it is kept: the words without their links. */
export const consentText = (kind: ConsentKind): string =>
  consents[kind].map((part) => (typeof part === 'string' ? part : part.text)).join('');
