/** The late start of a page that is read first: the chunks in an order in which each stands on those before it. */
import type { EntryContext } from 'react-router';
import { expect, test } from 'vitest';
import { startLate } from './client-start.ts';

const chunk = (name: string): string => `/assets/${name}-AbCdEfGh.js`;
const routes = {
  root: { module: chunk('root'), imports: [chunk('shop'), chunk('framework')] },
  'routes/products': { module: chunk('products'), imports: [chunk('framework'), chunk('rolldown-runtime')] },
};
/** What the document asks of the router's context, and no more. */
const context = {
  manifest: { url: chunk('manifest'), entry: { module: chunk('entry.client'), imports: [chunk('framework')] }, routes },
  staticHandlerContext: { matches: Object.keys(routes).map((id) => ({ route: { id } })) },
} as unknown as EntryContext;

const ownStart = '<link rel="modulepreload" href="/x.js"/><p>Words</p><script nonce="n" type="module" async="">import "/x.js";</script>';

test('nothing is loaded with the page, and what others stand on comes before them', () => {
  const late = startLate(ownStart, context);
  expect(late).not.toContain('/x.js');
  expect(late).toContain('<p>Words</p><script nonce="n" type="module" async="">');
  const places = ['rolldown-runtime', 'framework', 'shop', 'root', 'products'].map((name) => late.indexOf(chunk(name)));
  expect(places).not.toContain(-1);
  expect(places).toEqual(places.toSorted((one, other) => one - other));
});

test('a document that starts in a way that is not known is an error and not a page without scripts', () => {
  expect(() => startLate('<p>Words</p>', context)).toThrow('not known');
});
