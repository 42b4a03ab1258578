/**
 * The texts of a product's page beyond its card. Every part may be empty; the page then omits its heading.
 */
export type ProductDetails = {
  /** One sentence about the product: below its name, and in result lists. */
  summary: string;
  /** How long it takes, beside the price. */
  time: string;
  gets: string[];
  needs: string[];
  steps: { title: string; time: string; text: string }[];
  /** Documents that the buyer receives. */
  documents: string[];
  excludes: string[];
  questions: { question: string; answer: string }[];
  /** Products in a package. Their separate prices are shown beside the package's price. */
  parts: string[];
  /** Offered beside it. `later`: not available immediately, so it has no button. */
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
