/**
 * Tags of cached pages, by which the cache in front of the shop is purged (record 0017). The triggers of
 * `edge_purge` write the same tags.
 */
export const edgeKeys = {
  /** On every page: company facts, policy days, and page texts can appear anywhere. */
  pages: 'pages',
  /** On pages that show a product. */
  products: 'products',
  /** On pages that show or list a post. */
  posts: 'posts',
  /** On files whose name stays the same when their content changes, such as the icon. */
  files: 'files',
} as const;

export type EdgeKey = (typeof edgeKeys)[keyof typeof edgeKeys];

/** The tags of an API response, by its path. */
export const keysOfCall = (path: string): EdgeKey[] => {
  if (path.startsWith('/api/products')) return [edgeKeys.products];
  // The products determine which of them belong to a post.
  if (/^\/api\/blogs\/[^/]+\/products$/.test(path)) return [edgeKeys.products, edgeKeys.posts];
  if (path.startsWith('/api/blogs')) return [edgeKeys.posts];
  return [];
};
