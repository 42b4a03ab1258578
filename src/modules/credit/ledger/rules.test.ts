/**
 * The published rules as a table: each failed condition with its outcome, the boundaries, and the consistency
 * checks.
 */
import { cents } from '#kernel/money.ts';
import { describe, expect, test } from 'vitest';
import { checkConsistency, type StatedFacts } from '#modules/credit/application/consistency-rules.ts';
import {
  type ApplicationFacts,
  applyAgainOn,
  applyRefusal,
  approvedOf,
  decide,
  entriesOf,
  holdRefusal,
  type MovementKind,
} from './rules.ts';

const sound: ApplicationFacts = {
  einIsValid: true,
  isUsEntity: true,
  formedOn: '2028-01-31',
  today: '2028-03-01',
  addressIsInUs: true,
  isAttested: true,
  nameAgrees: true,
  addressAgrees: true,
  phoneAgrees: true,
  einIsElsewhere: false,
  wasWrittenOff: false,
  limitWasLower: false,
};

describe('a decision', () => {
  const table: [string, Partial<ApplicationFacts>, string, string[]][] = [
    ['a business of 30 days, over a leap day', {}, 'approve', []],
    ['one of 29 days', { formedOn: '2028-02-01' }, 'review', ['young_entity']],
    ['one that is not formed in the United States', { isUsEntity: false }, 'decline', ['no_us_entity']],
    ['one that was written off before', { wasWrittenOff: true }, 'decline', ['earlier_write_off']],
    [
      'both, and what would be reviewed',
      { isUsEntity: false, wasWrittenOff: true, phoneAgrees: false },
      'decline',
      ['no_us_entity', 'earlier_write_off'],
    ],
    ['an EIN that is on another account', { einIsElsewhere: true }, 'review', ['ein_elsewhere']],
    [
      'an earlier account that ended with a lower limit',
      { limitWasLower: true },
      'review',
      ['earlier_limit'],
    ],
    ['an address abroad', { addressIsInUs: false }, 'review', ['address_not_us']],
    [
      'nothing that agrees',
      { nameAgrees: false, addressAgrees: false, phoneAgrees: false },
      'review',
      ['name_differs', 'address_differs', 'phone_differs'],
    ],
    ['unconfirmed information', { isAttested: false }, 'review', ['not_attested']],
    ['an EIN whose prefix is taken off the list later', { einIsValid: false }, 'review', ['ein_form']],
  ];
  for (const [what, changes, outcome, reasons] of table) {
    test(`on ${what}: ${outcome}`, () =>
      expect(decide({ ...sound, ...changes })).toEqual({ outcome, reasons }));
  }

  test('never depends on who the owner is', () => {
    expect(
      Object.keys(sound).filter((name) => /nation|sex|gender|relig|marit|birth|age$|ethnic|race/i.test(name)),
    ).toEqual([]);
  });

  test('that declines states a day 30 days later', () => {
    expect(['2027-01-30', '2028-01-30', '2027-12-15'].map(applyAgainOn)).toEqual([
      '2027-03-01',
      '2028-02-29',
      '2028-01-14',
    ]);
  });
});

test('the first reason against an application is reported', () => {
  const may = {
    isEmailConfirmed: true,
    hasPaidByCard: true,
    hasCompany: true,
    hasOpenAccount: false,
    isInReview: false,
    againOn: null,
    today: '2027-01-10',
  };
  expect(applyRefusal(may)).toBeNull();
  expect(applyRefusal({ ...may, againOn: '2027-01-11' })).toBe('credit_too_soon');
  expect(applyRefusal({ ...may, againOn: '2027-01-10' })).toBeNull();
  expect(applyRefusal({ ...may, isEmailConfirmed: false, hasPaidByCard: false })).toBe(
    'credit_email_unconfirmed',
  );
  expect(applyRefusal({ ...may, hasPaidByCard: false, hasCompany: false })).toBe('credit_first_purchase');
  expect(applyRefusal({ ...may, hasCompany: false })).toBe('credit_company_missing');
  expect(applyRefusal({ ...may, isInReview: true })).toBe('credit_in_review');
  expect(applyRefusal({ ...may, hasOpenAccount: true, isInReview: true })).toBe('credit_open');
});

test('a hold needs an open account that is not frozen, a dollar, and the whole total', () => {
  const account = { isOpen: true, isFrozen: false, available: cents(50_000) };
  expect(holdRefusal(account, cents(50_000))).toBeNull();
  expect(holdRefusal(account, cents(50_001))).toBe('credit_insufficient');
  expect(holdRefusal({ ...account, isFrozen: true }, cents(100))).toBe('credit_frozen');
  expect(holdRefusal(account, cents(99))).toBe('credit_order_small');
  expect(holdRefusal({ ...account, isOpen: false, isFrozen: true }, cents(100))).toBe('credit_insufficient');
  expect(holdRefusal({ ...account, available: cents(-1) }, cents(100))).toBe('credit_insufficient');
  expect(holdRefusal(null, cents(100))).toBe('credit_insufficient');
});

test('the entries of every movement sum to zero, and an empty one is a bug', () => {
  const kinds: MovementKind[] = [
    'approved',
    'raised',
    'bonus',
    'booster',
    'held',
    'invoiced',
    'paid',
    'voided',
    'credited',
    'released',
    'returned',
  ];
  for (const kind of [
    ...kinds,
    'booster_back',
    'bonus_back',
    'lowered',
    'closed',
    'written_off',
    'given_up',
  ] as const) {
    const { limit, available, hold, owed } = entriesOf(kind, cents(101));
    expect([limit + available + hold + owed, Math.max(limit, available, hold, owed)]).toEqual([0, 101]);
    expect(() => entriesOf(kind, cents(0))).toThrow(RangeError);
  }
  expect(entriesOf('invoiced', cents(5))).toEqual({ limit: 0, available: 0, hold: -5, owed: 5 });
  expect([approvedOf({ limit: cents(-500) }), approvedOf({ limit: cents(0) })]).toEqual([500, 0]);
});

describe('a match', () => {
  const address = { line: '30 N Gould St', country: 'US' };
  const phone = '+13075550100';
  const stated: StatedFacts = {
    profile: { name: 'Amá O’Boateng', address, phone },
    company: { name: 'Harmattan Trading, L.L.C.', address, phone },
    order: {
      name: 'ama oboateng',
      company: 'harmattan trading llc',
      address: { line: '30 North Gould Street, Sheridan', country: 'US' },
      phone: '(307) 555-0100',
    },
  };
  const differing = (changed: StatedFacts): string[] =>
    checkConsistency(changed)
      .filter(({ agrees }) => !agrees)
      .map(({ field }) => field);
  const order = (changes: Partial<NonNullable<StatedFacts['order']>>): StatedFacts => ({
    ...stated,
    order: stated.order && { ...stated.order, ...changes },
  });

  test('ignores capitals, accents, punctuation, and abbreviations', () =>
    expect(differing(stated)).toEqual([]));
  test('is empty where there is nothing to compare', () =>
    expect(differing({ ...stated, company: null, order: null })).toEqual([]));
  test('compares names', () => {
    expect(differing(order({ name: 'Ama Mensah' }))).toEqual(['name']);
    expect(differing(order({ company: 'Harmattan Group LLC' }))).toEqual(['companyName']);
    expect(differing(order({ company: null }))).toEqual([]);
  });
  test('compares streets and countries', () => {
    expect(differing(order({ address: { line: '31 N Gould St', country: 'US' } }))).toEqual(['address']);
    expect(differing(order({ address: { line: '30 N Gould Street', country: 'CA' } }))).toEqual(['address']);
    expect(differing(order({ address: { line: '30', country: 'US' } }))).toEqual(['address']);
    const short = {
      ...stated,
      profile: { ...stated.profile, address: { line: '30 N Gould', country: 'US' } },
    };
    expect(differing(short)).toEqual([]);
    // Both continue the profile's address, in different streets.
    expect(
      differing({
        ...short,
        order: stated.order && { ...stated.order, address: { line: '30 N Gould Plaza', country: 'US' } },
      }),
    ).toEqual(['address']);
    expect(
      differing({ ...stated, profile: { ...stated.profile, address: { line: '', country: 'US' } } }),
    ).toEqual(['address']);
  });

  const everywhere = (line: string) => {
    const at = { address: { line, country: 'US' } };
    return differing({
      profile: { ...stated.profile, ...at },
      company: stated.company && { ...stated.company, ...at },
      order: stated.order && { ...stated.order, ...at },
    });
  };
  const streetless = [
    '12',
    'Suite 5',
    '# 5',
    'Apt. 4B',
    'apt4b',
    'Floor 12',
    '12th Floor',
    'Room 3, Bldg 2',
    'Unit 7',
    '5 N',
  ];
  test.each(streetless)('finds no street in “%s”, and so no match', (line) => {
    expect(everywhere(line)).toEqual(['address']);
  });
  test.each([
    '30 N Gould St',
    '350 5th Ave',
    'Suite 5, 30 N Gould St',
    'Ring Road',
    '12 Front St',
    '北京路 5',
  ])('finds a street in “%s”', (line) => {
    expect(everywhere(line)).toEqual([]);
  });

  test('does not mistake a leading unit for the street', () => {
    const short = { ...stated, profile: { ...stated.profile, address: { line: 'Suite 5', country: 'US' } } };
    const long = { line: 'Suite 5, 30 N Gould Street', country: 'US' };
    expect(
      differing({ ...short, company: stated.company && { ...stated.company, address: long }, order: null }),
    ).toEqual(['address']);
  });
  test('compares numbers', () => expect(differing(order({ phone: '+13075550101' }))).toEqual(['phone']));
});
