/** The texts whose hashes are stored with orders never change. */
import type { Billing } from '#kernel/billing-fields.ts';
import { describe, expect, test } from 'vitest';
import { billingTexts } from './billing.ts';

const billing: Billing = {
  addressLine1: '12 Ring Road',
  firstName: 'Kofi',
  lastName: 'Mensah',
  phone: '+233201234567',
  country: 'GH',
  email: 'Kofi@Example.com',
};
const buyer = ['Kofi', 'Mensah', 'kofi@example.com', 'GH', '+233201234567', '12 Ring Road'];
const texts = (given: Partial<Billing>, isCompanyRequired = false) =>
  billingTexts({ ...billing, ...given }, { isCompanyRequired });

describe('the billing details in the text of a request', () => {
  test('are the buyer in a fixed order, and nothing for a company without texts', () => {
    expect(texts({})).toEqual(buyer);
    expect(texts({ company: null, taxNumber: '' })).toEqual(buyer);
  });
  test('have company and tax number together, with either of them', () => {
    expect(texts({ company: 'Acme' })).toEqual([...buyer, 'Acme', '']);
    expect(texts({ taxNumber: 'T 1' })).toEqual([...buyer, '', 'T 1']);
    expect(texts({ company: 'Acme', taxNumber: 'T 1' })).toEqual([...buyer, 'Acme', 'T 1']);
  });
  test('always have both for a booster', () => {
    expect(texts({}, true)).toEqual([...buyer, '', '']);
    expect(texts({ taxNumber: 'T 1' }, true)).toEqual([...buyer, '', 'T 1']);
  });
});
