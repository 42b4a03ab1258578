/** The example of the home page adds up. It is omitted rather than shown incomplete. */
import { english } from '#kernel/language.ts';
import { cents, formatMoney } from '#kernel/money.ts';
import type { CatalogPrices } from '#web/features/catalog/catalog-prices.ts';
import { expect, test } from 'vitest';
import { firstFormDue, firstYears, registeredOn } from './first-years.ts';

const prices: CatalogPrices = {
  'wyoming-llc': { name: 'Wyoming LLC formation', today: cents(34_900) },
  'ein-filing': { name: 'EIN filing', today: cents(14_950) },
  'us-business-address': {
    name: 'US business address',
    today: cents(2_900),
    renewal: { amount: cents(2_900), period: 'month' },
  },
  'us-phone-number': {
    name: 'US phone number',
    today: cents(2_499),
    renewal: { amount: cents(1_499), period: 'month' },
  },
  'registered-agent': {
    name: 'Registered agent',
    today: cents(11_900),
    renewal: { amount: cents(11_900), period: 'year' },
  },
  'form-5472': { name: 'Form 5472', today: cents(38_990) },
};

test('the columns of the example add up to the cent', () => {
  const example = firstYears(prices);
  expect(
    example?.costs.map(({ what, first, later }) => [what, formatMoney(first), formatMoney(later)]),
  ).toEqual([
    ['Wyoming LLC formation', '$349.00', '$0.00'],
    ['EIN filing', '$149.50', '$0.00'],
    ['US business address', '$348.00', '$348.00'],
    ['US phone number', '$189.88', '$179.88'],
    ['Registered agent', '$0.00', '$119.00'],
    ['Wyoming annual report', '$60.00', '$60.00'],
    ['Form 5472 filing', '$389.90', '$389.90'],
  ]);
  expect([example?.first, example?.later].map((sum) => formatMoney(sum ?? cents(0)))).toEqual([
    '$1,486.28',
    '$1,096.78',
  ]);
});

test('the start package replaces its parts where it is cheaper, and is recommended first', () => {
  const asPackage = firstYears({
    ...prices,
    'start-package': { name: 'Start package', today: cents(44_900) },
  });
  expect(asPackage?.costs.slice(0, 2).map(({ what, first }) => [what, formatMoney(first)])).toEqual([
    ['Start package: Wyoming LLC and EIN', '$449.00'],
    ['US business address', '$348.00'],
  ]);
  const note = asPackage?.costs[0]?.note;
  expect(english.say(note?.text ?? '', note?.values)).toContain('$498.50');
  expect([formatMoney(asPackage?.first ?? cents(0)), asPackage?.buyFirst]).toEqual([
    '$1,436.78',
    ['start-package', 'us-business-address', 'us-phone-number'],
  ]);
  const expensive = firstYears({
    ...prices,
    'start-package': { name: 'Start package', today: cents(49_850) },
  });
  expect(expensive?.buyFirst).toEqual([
    'wyoming-llc',
    'ein-filing',
    'us-business-address',
    'us-phone-number',
  ]);
});

test('the first Form 5472 is due by 15th April after the formation year, within the first twelve months', () => {
  const [formed, due] = [new Date(registeredOn), new Date(firstFormDue)];
  expect([due.getUTCMonth(), due.getUTCDate()]).toEqual([3, 15]);
  expect(due.getUTCFullYear()).toBe(formed.getUTCFullYear() + 1);
  expect(due.getTime()).toBeLessThan(new Date('2027-05-14').getTime());
  expect(firstYears(prices)?.costs.at(-1)?.note.values).toEqual({ day: { day: firstFormDue } });
});

test('without one of its services, or with a yearly price instead of a monthly one, there is no example', () => {
  expect(firstYears({ ...prices, 'form-5472': undefined })).toBeNull();
  const byYear = {
    name: 'US phone number',
    today: cents(9_900),
    renewal: { amount: cents(9_900), period: 'year' as const },
  };
  expect(firstYears({ ...prices, 'us-phone-number': byYear })).toBeNull();
});
