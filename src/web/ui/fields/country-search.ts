/**
 * Finds countries by a name in the page's language or in English, another name, an ISO code, or a calling
 * code. The best match comes first. Equal matches are sorted by population, so `nig` finds Nigeria before
 * Niger.
 */
import { namesOf, plainName } from '#kernel/countries.ts';
import type { Country } from './countries.ts';

/** The most populous countries, largest first (2025). */
const byPopulation = (
  'IN CN US ID PK NG BR BD RU ET MX EG JP PH CD VN TR DE TH TZ GB FR ZA IT KE MM CO KR SD UG ES AR DZ IQ AF PL CA MA SA UA AO UZ YE PE MY GH ' +
  'MZ NP MG CI CM VE NE AU SY ML BF TW LK MW ZM CL RO KZ TD EC SO GT SN NL KH ZW GN RW BJ BI TN BO DO HT BE'
).split(' ');

const placeOf = new Map(byPopulation.map((code, place) => [code, place]));

/** 0 is the best match; null is no match. */
function rank({ code, name, callingCode }: Country, query: string): number | null {
  // English names too, because many forms use them.
  const names = [name, ...namesOf(code)];
  if (code.toLowerCase() === query || names.some((name) => plainName(name) === query)) return 0;
  if (plainName(names[0] ?? '').startsWith(query)) return 1;
  if (names.some((name) => plainName(name).startsWith(query))) return 2;
  if (
    names.some((name) =>
      name
        .split(/[\s-]/)
        .some(
          (word) => plainName(word.replace(/^ال/, '')).startsWith(query) || plainName(word).startsWith(query),
        ),
    )
  )
    return 3;
  return callingCode.slice(1) === query ? 4 : null;
}

const place = ({ code }: Country): number => placeOf.get(code) ?? byPopulation.length;

export function findCountries(all: Country[], typed: string): Country[] {
  const query = plainName(typed);
  if (query === '') return all;
  return all
    .map((country) => ({ country, rank: rank(country, query) }))
    .filter((found): found is { country: Country; rank: number } => found.rank !== null)
    .sort((a, b) => a.rank - b.rank || place(a.country) - place(b.country))
    .map(({ country }) => country);
}
