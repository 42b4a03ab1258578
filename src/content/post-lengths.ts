/**
 * Recommended lengths of a post's texts, in characters: two lines of a card, what search engines show, and a
 * comfortable length for screen readers.
 */
export const recommendedLengths = {
  title: { shortest: 10, longest: 42 },
  metaTitle: { shortest: 10, longest: 60 },
  metaDescription: { shortest: 70, longest: 160 },
  imageAlt: { shortest: 20, longest: 160 },
} as const;

/** Maximum lengths. */
export const lengthsAtMost = {
  title: 120,
  slug: 80,
  metaTitle: 120,
  metaDescription: 320,
  imageAlt: 320,
  excerpt: 250,
  tag: 40,
  body: 80_000,
} as const;

export const tagsAtMost = 8;
