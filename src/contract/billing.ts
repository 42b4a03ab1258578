/** Billing details: the form's words and the payload's field names differ (phoneNumber/phone, address/addressLine1). */
import { callingCodes } from '#kernel/countries.ts';
import { z } from 'zod';
import { Email, required } from './values.ts';

const name = {
  firstName: required('First name is required', 100),
  lastName: required('Last name is required', 100),
};

/** An ISO 3166 code of a country that we serve. */
export const country = required('Country is required', 100).refine((code) => callingCodes.has(code), 'Choose a country from the list');

/** Digits with the usual signs between them; people write their numbers in many ways. */
export const phoneNumber = (requiredMessage: string, invalidMessage: string) =>
  required(requiredMessage, 40).refine(
    (number) => /^[+(\d][\d ()./-]*$/.test(number) && number.replace(/\D/g, '').length >= 5,
    invalidMessage,
  );

const phone = phoneNumber('Phone number is required', 'Phone number is not valid');

/** What a purchase sends. */
export const BillingDetails = z.strictObject({
  ...name,
  email: Email('Email is required'),
  country,
  phone,
  addressLine1: required('Address is required', 300),
});

const emails = { email: Email('Email is required'), confirmEmail: Email('Confirm Email is required') };
const bothEmails = z.object(emails);

/** What the form asks. The form asks twice for the e-mail; the wire does not. */
export const BillingForm = z
  .object({
    ...name,
    ...emails,
    country,
    phoneNumber: phone,
    address: required('Address is required', 300),
  })
  .refine((form) => form.email === form.confirmEmail, {
    path: ['confirmEmail'],
    error: 'Emails must match',
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
  address: required('Address is required', 300),
});
