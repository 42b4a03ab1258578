/** Placeholders in reply templates for the receiver's names. */
const places = ['firstName', 'lastName'] as const;
type Names = Record<(typeof places)[number], string>;

const anyPlace = /\{([^{}\s]*)\}/g;

/** The first unknown placeholder as written; null when all are known. */
export const unknownPlace = (text: string): string | null =>
  [...text.matchAll(anyPlace)].find(([, name = '']) => !(places as readonly string[]).includes(name))?.[0] ??
  null;

/** Replaces the placeholders with the names; anything else is unchanged. */
export const fillPlaces = (text: string, names: Names): string =>
  text.replace(anyPlace, (placeholder, name: string) =>
    (places as readonly string[]).includes(name) ? names[name as keyof Names] : placeholder,
  );
