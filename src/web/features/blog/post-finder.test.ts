/** How the list describes its content. */
import { expect, test } from 'vitest';
import { resultCount } from './post-finder.tsx';

test.each([
  ['', 'LLC', 1, '1 post mentions “LLC”'],
  ['', 'LLC', 3, '3 posts mention “LLC”'],
  ['Taxes', '', 1, '1 post about Taxes'],
  ['Taxes', '', 0, 'No posts about Taxes'],
  ['Taxes', 'LLC', 2, '2 posts about Taxes mention “LLC”'],
])('%j and %j with %d', (tag, search, totalCount, words) => {
  expect(resultCount({ tag, search, page: 1, limit: 15 }, totalCount)).toBe(words);
});
