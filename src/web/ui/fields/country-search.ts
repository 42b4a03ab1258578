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
function rank({ code, name, callingCode }: Country, wanted: string): number | null {
  // English names too, because many forms use them.
  const names = [name, ...namesOf(code)];
  if (code.toLowerCase() === wanted || names.some((name) => plainName(name) === wanted)) return 0;
  if (plainName(names[0] ?? '').startsWith(wanted)) return 1;
  if (names.some((name) => plainName(name).startsWith(wanted))) return 2;
  if (
    names.some((name) =>
      name
        .split(/[\s-]/)
        .some(
          (word) =>
            plainName(word.replace(/^ال/, '')).startsWith(wanted) || plainName(word).startsWith(wanted),
        ),
    )
  )
    return 3;
  return callingCode.slice(1) === wanted ? 4 : null;
}

const place = ({ code }: Country): number => placeOf.get(code) ?? byPopulation.length;

export function findCountries(all: Country[], typed: string): Country[] {
  const wanted = plainName(typed);
  if (wanted === '') return all;
  return all
    .map((country) => ({ country, rank: rank(country, wanted) }))
    .filter((found): found is { country: Country; rank: number } => found.rank !== null)
    .sort((one, other) => one.rank - other.rank || place(one.country) - place(other.country))
    .map(({ country }) => country);
}
