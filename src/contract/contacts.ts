/**
 * A message to us. The form's consent checkbox is not sent; the optional consent to text messages is.
 * `website` is a honeypot field for bots; a request that omits it is treated as sent by a program.
 */
import { phrase } from '#kernel/language.ts';
import { z } from 'zod';
import { country, phoneNumber } from './billing.ts';
import { endpoint } from './endpoint.ts';
import { Email, required } from './values.ts';

export const messageAtMostCharacters = 5_000;

/** Scripts that are written with joiners. */
const scripts = 'Arab Syrc Mong Deva Beng Guru Gujr Orya Taml Telu Knda Mlym Sinh Khmr Mymr'
  .split(' ')
  .map((name) => `\\p{sc=${name}}`)
  .join('');
/** A joiner after a letter of these scripts, or inside an emoji sequence. */
const joined = `(?:[${scripts}\\p{Extended_Pictographic}\\p{Emoji_Modifier}]|\\ufe0f)[\\u200c\\u200d]`;
/**
 * Invisible characters, and those that change the direction of text. The number signs of Arabic, Syriac, and
 * Kaithi are visible.
 */
const unseen = /(?![\n\t\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u{110bd}\u{110cd}])[\p{Cc}\p{Cs}\p{Cf}]/u
  .source;
const joinedOrUnseen = new RegExp(`(${joined})|${unseen}`, 'gu');

/** Line breaks stay, but are normalized. */
const cleaned = (text: string): string =>
  text
    .replace(/\r\n?|[\u0085\u2028\u2029]/g, '\n')
    .replace(joinedOrUnseen, '$1')
    .replace(/\n{4,}/g, '\n\n\n')
    .trim();

const fields = {
  firstName: required(phrase('First name is required'), 100),
  lastName: required(phrase('Last name is required'), 100),
  email: Email(phrase('Email is required')),
  contact: phoneNumber(phrase('Contact is required')),
  country,
  message: z
    .string({ error: phrase('Message is required') })
    .transform(cleaned)
    .pipe(
      z
        .string()
        .min(1, phrase('Message is required'))
        .max(messageAtMostCharacters, phrase('At most {max} characters', { max: messageAtMostCharacters })),
    ),
};

/** The fields of the form. */
export const ContactForm = z.object({
  ...fields,
  consent: z.literal(true, phrase('You must agree with the terms')),
});

export const ContactBody = z.strictObject({
  ...fields,
  smsConsent: z.boolean().default(false),
  /** Honeypot: hidden in our form, so people leave it empty. A value means that a bot sent the message. */
  website: z.string().max(2_000).optional(),
  /**
   * The language of the page, in BCP 47: our replies use it. English for a language that the shop does not
   * have.
   */
  language: z.string().max(35).optional(),
});

export const createContact = endpoint({
  method: 'POST',
  path: '/api/contacts',
  access: 'public',
  limit: 'message',
  summary: 'Sends a contact message',
  body: ContactBody,
  response: z.object({ received: z.literal(true) }),
});
