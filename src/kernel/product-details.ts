/** What the page of a product says beyond its card. Every part may be empty, and then the page has no heading for it. */
export type ProductDetails = {
  /** What it is in one sentence: below its name, and in lists of results. */
  summary: string;
  /** How long it takes, beside the price. */
  time: string;
  gets: string[];
  needs: string[];
  steps: { title: string; time: string; text: string }[];
  /** Papers that the buyer receives. */
  documents: string[];
  excludes: string[];
  questions: { question: string; answer: string }[];
  /** Products that a package is made of. What they cost one by one is said beside its price. */
  parts: string[];
  /** Offered beside it. `later`: not at once, so it has no button there. */
  alongside: { id: string; note: string; later: boolean }[];
  /** Posts, by their slugs. */
  posts: string[];
};

export const noDetails: ProductDetails = {
  summary: '',
  time: '',
  gets: [],
  needs: [],
  steps: [],
  documents: [],
  excludes: [],
  questions: [],
  parts: [],
  alongside: [],
  posts: [],
};
