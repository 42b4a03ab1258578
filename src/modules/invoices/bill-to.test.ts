/** An invoice keeps its bill-to. A field that was added after it was issued has no value. */
import { expect, test } from 'vitest';
import { readBillTo } from './store.ts';

test('a stored bill-to without a field has no value for it', () => {
  const buyer = {
    name: 'Kofi Mensah',
    email: 'kofi@example.com',
    addressLine1: '12 Ring Road',
    country: 'GH',
  };
  expect(readBillTo(buyer)).toMatchObject({ ...buyer, company: null, taxNumber: null });
  expect(readBillTo({ ...buyer, company: 'Acme' })).toMatchObject({
    ...buyer,
    company: 'Acme',
    taxNumber: null,
  });
});
