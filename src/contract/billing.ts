/** Billing details: the form's words and the payload's field names differ (phoneNumber/phone, address/addressLine1). */
import { z } from 'zod';
import { Email, required } from './values.ts';

const name = {
  firstName: required('First name is required', 100),
  lastName: required('Last name is required', 100),
};

/** What a purchase sends. */
export const BillingDetails = z.strictObject({
  ...name,
  email: Email('Email is required'),
  country: required('Country is required', 100),
  phone: required('Phone number is required', 40),
  addressLine1: required('Address is required', 300),
});

const emails = { email: Email('Email is required'), confirmEmail: Email('Confirm Email is required') };
const bothEmails = z.object(emails);

/** What the form asks. The form asks twice for the e-mail; the wire does not. */
export const BillingForm = z
  .object({
    ...name,
    ...emails,
    country: required('Country is required', 100),
    phoneNumber: required('Phone number is required', 40),
    address: required('Address is required', 300),
  })
  .refine((form) => form.email === form.confirmEmail, {
    path: ['confirmEmail'],
    error: 'Emails must match',
    // Said as soon as both addresses are there; Zod would otherwise wait until every other field is right.
    when: ({ value }) => bothEmails.safeParse(value).success,
  });
