/** Billing details: the form's words and the payload's field names differ (phoneNumber/phone, address/addressLine1). */
import { countryCode } from '#kernel/countries.ts';
import { phrase } from '#kernel/language.ts';
import { cleanPhone, readPhoneText, textProblemOf, textProblems } from '#kernel/phone-text.ts';
import { isVisible } from '#kernel/visible-text.ts';
import { z } from 'zod';
import { draftText, Email, required, typedPhoneAtMost } from './values.ts';

const name = {
  firstName: required(phrase('First name is required'), 100),
  lastName: required(phrase('Last name is required'), 100),
};

/** A country that we serve, by its ISO 3166 code or its English name. Read as the code. */
export const country = required(phrase('Country is required'), 100).transform((text, context) => {
  const code = countryCode(text);
  if (code !== null) return code;
  context.addIssue(phrase('Choose a country from the list'));
  return z.NEVER;
});

/** Said of text that no country writes as a number. A form that knows the country shows one of its numbers instead. */
export const phoneSpelling = textProblems.unreadable;

const phoneAtMost = 40;

/**
 * A phone number in any script, with or without a label or an extension. Read as ASCII. Whether such a number exists is looked up
 * in `kernel/phone-numbers.ts`, by its country.
 */
export const phoneNumber = (requiredMessage: string) =>
  z
    .string({ error: requiredMessage })
    .max(typedPhoneAtMost, phrase('At most {max} characters', { max: typedPhoneAtMost }))
    .transform(cleanPhone)
    .pipe(required(requiredMessage, phoneAtMost))
    .superRefine((text, context) => {
      const problem = textProblemOf(readPhoneText(text));
      if (problem !== null) context.addIssue(textProblems[problem]);
    });

const phone = phoneNumber(phrase('Phone number is required'));

/** Printed on the invoice where the buyer is a company. An empty one is left out. */
const optionalText = (max: number) =>
  draftText(max)
    .transform((text) => (isVisible(text) ? text : null))
    .nullish();
const forInvoice = { company: optionalText(120), taxNumber: optionalText(40) };

/** What a purchase sends. */
export const BillingDetails = z.strictObject({
  ...name,
  email: Email(phrase('Email is required')),
  country,
  phone,
  addressLine1: required(phrase('Address is required'), 300),
  ...forInvoice,
});

/** The same as typed. */
const companyTexts = { company: z.string(), taxNumber: z.string() };

const emails = { email: Email(phrase('Email is required')), confirmEmail: Email(phrase('Confirm Email is required')) };
const bothEmails = z.object(emails);

/** What the form asks. The form asks twice for the e-mail; the wire does not. */
export const BillingForm = z
  .object({
    ...name,
    ...emails,
    country,
    phoneNumber: phone,
    address: required(phrase('Address is required'), 300),
    ...companyTexts,
  })
  .refine((form) => form.email === form.confirmEmail, {
    path: ['confirmEmail'],
    error: phrase('Emails must match'),
    // Said as soon as both addresses are there; Zod would otherwise wait until every other field is right.
    when: ({ value }) => bothEmails.safeParse(value).success,
  });

/** What is asked to pay an order that was placed before. Its e-mail address cannot be changed, and is masked for whoever is not its owner. */
export const OrderBillingForm = z.object({
  ...name,
  email: z.string(),
  confirmEmail: z.string(),
  country,
  phoneNumber: phone,
  address: required(phrase('Address is required'), 300),
  ...companyTexts,
});
