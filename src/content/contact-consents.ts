/**
 * The consents of the contact form, in a separate file, because its page is the heaviest content page and
 * loads no unused text.
 */
import { site } from './site.ts';

export type ConsentPart = string | { text: string; url: string };

export const contactConsents = {
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
} satisfies Record<string, readonly ConsentPart[]>;

/** The text without links. Consent is given to the English text; a translation is shown beside it. */
export const contactConsentText = (kind: keyof typeof contactConsents): string =>
  contactConsents[kind].map((part: ConsentPart) => (typeof part === 'string' ? part : part.text)).join('');
