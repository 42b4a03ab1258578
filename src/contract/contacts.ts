/**
 * A message to us. The form's consent flag does not travel; the optional consent to text messages does.
 * `website` tells people from machines; a caller that leaves it out is a program and is treated as one.
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
/** A joiner after one of their letters, or within a picture that is made of several. */
const joined = `(?:[${scripts}\\p{Extended_Pictographic}\\p{Emoji_Modifier}]|\\ufe0f)[\\u200c\\u200d]`;
/** What cannot be seen, and what turns the direction of the text. The signs that Arabic, Syriac and Kaithi put around a number can be seen. */
const unseen = /(?![\n\t\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u{110bd}\u{110cd}])[\p{Cc}\p{Cs}\p{Cf}]/u.source;
const joinedOrUnseen = new RegExp(`(${joined})|${unseen}`, 'gu');

/** Line breaks stay, in one way of writing them. */
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

/** What the form asks. */
export const ContactForm = z.object({ ...fields, consent: z.literal(true, phrase('You must agree with the terms')) });

export const ContactBody = z.strictObject({
  ...fields,
  smsConsent: z.boolean().default(false),
  /** A field of our form that people never see, and so leave empty. Whatever is in it was written by a machine. */
  website: z.string().max(2_000).optional(),
  /** The language of the page, as BCP 47 writes it: what we answer is in it. One that the shop does not have is English. */
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
