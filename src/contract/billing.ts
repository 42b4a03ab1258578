/**
 * Billing details. The form's field names differ from the payload's (phoneNumber/phone,
 * address/addressLine1).
 */
import { buyerFields, invoiceFieldNames, invoiceFields, mapNames } from '#kernel/billing-fields.ts';
import { countryCode } from '#kernel/countries.ts';
import { phrase } from '#kernel/language.ts';
import { cleanPhone, readPhoneText, textProblemOf, textProblems } from '#kernel/phone-text.ts';
import { isVisible } from '#kernel/visible-text.ts';
import { z } from 'zod';
import { draftText, Email, required, typedPhoneAtMost } from './values.ts';

const name = {
  firstName: required(phrase('First name is required'), buyerFields.firstName.atMost),
  lastName: required(phrase('Last name is required'), buyerFields.lastName.atMost),
};

/** A country that we serve, by its ISO 3166 code or English name. Decoded to the code. */
export const country = required(phrase('Country is required'), buyerFields.country.atMost).transform(
  (text, context) => {
    const code = countryCode(text);
    if (code !== null) return code;
    context.addIssue(phrase('Choose a country from the list'));
    return z.NEVER;
  },
);

/**
 * The message for text that is not a phone number in any country. A form that knows the country shows an
 * example number instead.
 */
export const phoneSpelling = textProblems.unreadable;

/**
 * A phone number in any script, with or without a label or extension. Decoded to ASCII.
 * `kernel/phone-numbers.ts` checks by country whether it is valid.
 */
export const phoneNumber = (requiredMessage: string) =>
  z
    .string({ error: requiredMessage })
    .max(typedPhoneAtMost, phrase('At most {max} characters', { max: typedPhoneAtMost }))
    .transform(cleanPhone)
    .pipe(required(requiredMessage, buyerFields.phone.atMost))
    .superRefine((text, context) => {
      const problem = textProblemOf(readPhoneText(text));
      if (problem !== null) context.addIssue(textProblems[problem]);
    });

const phone = phoneNumber(phrase('Phone number is required'));

/** Printed on the invoice of a company. Omitted when empty. */
const optionalText = (max: number) =>
  draftText(max)
    .transform((text) => (isVisible(text) ? text : null))
    .nullish();
const forInvoice = mapNames(invoiceFieldNames, (name) => optionalText(invoiceFields[name].atMost));

const address = required(phrase('Address is required'), buyerFields.addressLine1.atMost);

/** The billing details of a purchase request. */
export const BillingDetails = z.strictObject({
  ...name,
  email: Email(phrase('Email is required')),
  country,
  phone,
  addressLine1: address,
  ...forInvoice,
});

/** The same fields as typed. */
const companyTexts = mapNames(invoiceFieldNames, () => z.string());

const emails = {
  email: Email(phrase('Email is required')),
  confirmEmail: Email(phrase('Confirm Email is required')),
};
const bothEmails = z.object(emails);

/** The fields of the form. It asks for the email twice; the payload has it once. */
export const BillingForm = z
  .object({
    ...name,
    ...emails,
    country,
    phoneNumber: phone,
    address,
    ...companyTexts,
  })
  .refine((form) => form.email === form.confirmEmail, {
    path: ['confirmEmail'],
    error: phrase('Emails must match'),
    // Checked as soon as both addresses are present; Zod would otherwise wait until all other fields are
    // valid.
    when: ({ value }) => bothEmails.safeParse(value).success,
  });

/**
 * The form for paying an existing order. Its email address cannot be changed, and is masked unless the viewer
 * owns the order.
 */
export const OrderBillingForm = z.object({
  ...name,
  email: z.string(),
  confirmEmail: z.string(),
  country,
  phoneNumber: phone,
  address,
  ...companyTexts,
});
