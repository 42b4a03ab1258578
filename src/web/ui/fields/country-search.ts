/** Finds countries by what people type: a name, another name, an ISO code or a calling code. The likeliest comes first. */
import { namesOf, plainName } from '#kernel/countries.ts';
import type { Country } from './countries.ts';

/** 0 is the best match; null is none. */
function rank({ code, name, callingCode }: Country, wanted: string): number | null {
  // English names too: people know the names of a form's usual language.
  const names = [name, ...namesOf(code)];
  if (code.toLowerCase() === wanted || names.some((name) => plainName(name) === wanted)) return 0;
  if (plainName(names[0] ?? '').startsWith(wanted)) return 1;
  if (names.some((name) => plainName(name).startsWith(wanted))) return 2;
  if (names.some((name) => name.split(/[\s-]/).some((word) => plainName(word).startsWith(wanted)))) return 3;
  return callingCode.slice(1) === wanted ? 4 : null;
}

export function findCountries(all: Country[], typed: string): Country[] {
  const wanted = plainName(typed);
  if (wanted === '') return all;
  return all
    .map((country) => ({ country, rank: rank(country, wanted) }))
    .filter((found): found is { country: Country; rank: number } => found.rank !== null)
    .sort((one, other) => one.rank - other.rank)
    .map(({ country }) => country);
}
