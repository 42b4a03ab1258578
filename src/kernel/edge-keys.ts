/**
 * What a kept page was made of, in the words that a cache in front of the shop is told to forget by (record 0017). The triggers of `edge_purge`
 * write the same words.
 */
export const edgeKeys = {
  /** On every page: the company's facts, the days of policies and the texts of pages stand anywhere. */
  pages: 'pages',
  /** On what shows a product. */
  products: 'products',
  /** On what shows or lists a post. */
  posts: 'posts',
  /** On files whose name stays when their content changes, such as the icon. */
  files: 'files',
} as const;

export type EdgeKey = (typeof edgeKeys)[keyof typeof edgeKeys];

/** What an answer of our API is made of, by its path. */
export const keysOfCall = (path: string): EdgeKey[] => {
  if (path.startsWith('/api/products')) return [edgeKeys.products];
  // Which products belong to a post is said by the products.
  if (/^\/api\/blogs\/[^/]+\/products$/.test(path)) return [edgeKeys.products, edgeKeys.posts];
  if (path.startsWith('/api/blogs')) return [edgeKeys.posts];
  return [];
};
