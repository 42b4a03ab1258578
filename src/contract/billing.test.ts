/** Validation of billing details, with the specification's messages, and which fields are rejected. */
import { invoiceFieldNames, mapNames } from '#kernel/billing-fields.ts';
import { describe, expect, test } from 'vitest';
import { BillingDetails, BillingForm } from './billing.ts';

const good = {
  firstName: 'Kofi',
  lastName: 'Mensah',
  email: 'kofi@example.com',
  country: 'GH',
  phone: '+233 20 123 4567',
  addressLine1: '12 Ring Road',
};
const complaintOf = (change: Record<string, unknown>) =>
  BillingDetails.safeParse({ ...good, ...change }).error?.issues[0]?.message;

for (const [field, message] of [
  ['firstName', 'First name is required'],
  ['lastName', 'Last name is required'],
  ['email', 'Email is required'],
  ['country', 'Country is required'],
  ['phone', 'Phone number is required'],
  ['addressLine1', 'Address is required'],
] as const) {
  test(`${field} may not be empty, blank, missing or of another kind: ${message}`, () => {
    for (const value of ['', '   ', undefined, 7, null])
      expect(complaintOf({ [field]: value })).toBe(message);
  });
}

describe('the form', () => {
  const { phone: phoneNumber, addressLine1: address, ...rest } = good;
  const invoiceTexts = mapNames(invoiceFieldNames, () => '');
  const form = { ...rest, phoneNumber, address, confirmEmail: good.email, ...invoiceTexts };
  test('accepts complete details', () => expect(BillingForm.safeParse(form).success).toBe(true));
  test('requires the same address twice', () => {
    const { error } = BillingForm.safeParse({ ...form, confirmEmail: 'other@example.com' });
    expect(error?.issues).toMatchObject([{ path: ['confirmEmail'], message: 'Emails must match' }]);
  });
});

test('a country is one that we serve, by its code or its English name, and is parsed to the code', () => {
  for (const country of ['GH', 'Ghana', ' ghana '])
    expect(BillingDetails.parse({ ...good, country })).toMatchObject({ country: 'GH' });
  for (const country of ['XX', 'KP', 'North Korea', 'IR', 'CU', '__proto__'])
    expect(complaintOf({ country })).toBe('Choose a country from the list');
});
test('a phone number has digits, in any common format', () => {
  for (const phone of ['+1 (307) 555-0142', '0049/30/123456', '020 1234'])
    expect(complaintOf({ phone })).toBeUndefined();
  for (const phone of ['call me', '1', '+', '----------'])
    expect(complaintOf({ phone })).toMatch(/^Enter the number with its country code/);
});
test('names contain no line breaks, lone surrogates, or bidi controls', () => {
  for (const firstName of ['a\nb', 'a\u0000b', 'a\ud800', 'a\u202eb'])
    expect(complaintOf({ firstName })).toBe('Remove line breaks and control characters');
  for (const firstName of ['José', 'عمر', '李', "O'Neil", '👩🏽‍💻'])
    expect(complaintOf({ firstName })).toBeUndefined();
});
test('a name of only invisible characters is missing', () => {
  for (const firstName of ['\u200b', ' \u00a0 ', '\u3164', '\u2800', '\u00ad\u200d', '\ufe0f', '\u034f'])
    expect(complaintOf({ firstName }), JSON.stringify(firstName)).toBe('First name is required');
  expect(BillingDetails.parse({ ...good, company: '\u200b' })).toMatchObject({ company: null });
});
