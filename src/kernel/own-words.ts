/** Validates a text that replaces a built-in one: it must use exactly the same placeholders. */
import { parseText } from './text-elements.ts';

export const ownWordsAtMost = 2_000;

/** The placeholders in the text, such as `number` for `Order {number}`. */
export const placesIn = (text: string): string[] => [
  ...new Set(
    parseText(text).flatMap((element) => (element.type === 1 || element.type === 6 ? [element.value] : [])),
  ),
];

const place = /\{([^{}]*)\}/g;
const named = (places: readonly string[]): string => places.map((place) => `{${place}}`).join(', ');

/** A sentence for the author; null for a text that can be sent. */
export function problemOfReplacement(original: string, replacement: string): string | null {
  const places = placesIn(original);
  const used = [...replacement.matchAll(place)].map(([, name = '']) => name);
  const unknown = used.find((name) => !places.includes(name));
  if (unknown !== undefined)
    return places.length === 0
      ? `{${unknown}} is not a placeholder. This text has none`
      : `{${unknown}} is not a placeholder. Use ${named(places)}`;
  if (/[{}]/.test(replacement.replace(place, ''))) return 'A { or } is unmatched';
  const missing = places.filter((name) => !used.includes(name));
  return missing.length === 0
    ? null
    : `${named(missing)} is missing. The default text has it, so yours must too`;
}
