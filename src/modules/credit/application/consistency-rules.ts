/**
 * Checks whether name, address, and phone agree across profile, company, and newest paid order. Insignificant
 * differences are ignored: case, accents, punctuation, and common street abbreviations.
 */
import { toE164 } from '#kernel/phone-numbers.ts';

export type Place = 'profile' | 'company' | 'order';
type Postal = { line: string; country: string };
export type StatedFacts = {
  profile: { name: string; address: Postal; phone: string };
  company: { name: string; address: Postal; phone: string } | null;
  order: { name: string; company: string | null; address: Postal; phone: string } | null;
};

export type Field = 'name' | 'companyName' | 'address' | 'phone';
/** `values`: the sources that have a value. A single value cannot be compared. */
export type Check = { field: Field; agrees: boolean; values: { place: Place; value: string }[] };

export function checkConsistency({ profile, company, order }: StatedFacts): Check[] {
  const places = [
    ['profile', profile],
    ['company', company],
    ['order', order],
  ] as const;
  const postal = places.flatMap(([place, source]) =>
    source === null ? [] : [{ place, ...source.address, phone: source.phone }],
  );
  return [
    check(
      'name',
      [
        { place: 'profile', value: profile.name },
        ...(order === null ? [] : [{ place: 'order' as const, value: order.name }]),
      ],
      sameName,
    ),
    check(
      'companyName',
      [
        ...(company === null ? [] : [{ place: 'company' as const, value: company.name }]),
        ...(order === null || order.company === null
          ? []
          : [{ place: 'order' as const, value: order.company }]),
      ],
      sameName,
    ),
    {
      ...check(
        'address',
        postal.map(({ place, line }) => ({ place, value: line })),
        samePlace,
      ),
      ...(new Set(postal.map(({ country }) => country)).size > 1 ? { agrees: false } : {}),
    },
    check(
      'phone',
      postal.map(({ place, phone, country }) => ({ place, value: toE164(phone, country) ?? phone })),
      (a, b) => a === b,
    ),
  ];
}

const check = (field: Field, values: Check['values'], isSame: (a: string, b: string) => boolean): Check => ({
  field,
  values,
  agrees: values.every((value, at) =>
    values.slice(at + 1).every((other) => isSame(value.value, other.value)),
  ),
});

export const agreed = (checks: Check[], ...fields: Field[]): boolean =>
  checks.every(({ field, agrees }) => agrees || !fields.includes(field));

const shortForms = new Map([
  ...Object.entries({
    street: 'st',
    avenue: 'ave',
    road: 'rd',
    boulevard: 'blvd',
    drive: 'dr',
    lane: 'ln',
    suite: 'ste',
    apartment: 'apt',
  }),
  ...Object.entries({
    floor: 'fl',
    north: 'n',
    south: 's',
    east: 'e',
    west: 'w',
    place: 'pl',
    court: 'ct',
    highway: 'hwy',
    unit: 'unit',
  }),
  ...Object.entries({ incorporated: 'inc', limited: 'ltd', company: 'co', corporation: 'corp' }),
]);

const plain = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[.'’]/g, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .map((word) => shortForms.get(word) ?? word)
    .join(' ');

const sameName = (a: string, b: string): boolean => plain(a) === plain(b);

/**
 * Unit designators within a building (United States Postal Service, Publication 28, appendix C2), and common
 * variants.
 */
const ofUnits = new Set([
  ...[
    'apt',
    'bsmt',
    'basement',
    'bldg',
    'building',
    'dept',
    'department',
    'fl',
    'flr',
    'flat',
    'frnt',
    'front',
    'hngr',
    'hangar',
  ],
  ...[
    'lbby',
    'lobby',
    'level',
    'lvl',
    'lot',
    'lowr',
    'lower',
    'no',
    'nr',
    'num',
    'number',
    'ofc',
    'office',
    'ph',
    'penthouse',
  ],
  ...[
    'pier',
    'rear',
    'rm',
    'room',
    'side',
    'slip',
    'spc',
    'space',
    'ste',
    'stop',
    'tower',
    'trlr',
    'trailer',
    'unit',
    'uppr',
    'upper',
  ],
]);

/** A word of at least two letters that is neither an ordinal, as in “5th floor”, nor a unit designator. */
const isOfStreet = (word: string): boolean =>
  /\p{L}{2}/u.test(word) &&
  !/^\p{N}+(st|nd|rd|th)$/u.test(word) &&
  !ofUnits.has(word.replace(/\p{N}.*$/u, ''));

/**
 * One address may continue with the city or the floor where the other ends after the street. Without a street
 * they never agree.
 */
function samePlace(one: string, other: string): boolean {
  const [short = '', long = ''] = [plain(one), plain(other)].toSorted((a, b) => a.length - b.length);
  if (!short.split(' ').some(isOfStreet)) return false;
  return short === long || (/\p{N}/u.test(short) && `${long} `.startsWith(`${short} `));
}
