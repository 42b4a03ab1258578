/** What stands for the receiver's own words in a template of an answer. */
const places = ['firstName', 'lastName'] as const;
type Names = Record<(typeof places)[number], string>;

const anyPlace = /\{([^{}\s]*)\}/g;

/** A place that means nothing, as it is written; null where all are known. */
export const unknownPlace = (text: string): string | null =>
  [...text.matchAll(anyPlace)].find(([, name = '']) => !(places as readonly string[]).includes(name))?.[0] ?? null;

/** With the names in their places; what is no place of ours stays as it is. */
export const fillPlaces = (text: string, names: Names): string =>
  text.replace(anyPlace, (whole, name: string) => ((places as readonly string[]).includes(name) ? names[name as keyof Names] : whole));
