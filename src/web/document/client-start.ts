/**
 * When React starts in the browser. A shared page is painted first, and the scripts, which would share the line with it, come after it or
 * with the first touch. Early clicks and what was typed are kept meanwhile (early-page.ts). All other pages start at once.
 */
import type { EntryContext } from 'react-router';
import { lateStartScript } from './late-start.ts';

/** The router's own start: links that load the scripts at once, and a module that imports them. */
const preloads = /<link rel="modulepreload"[^>]*>/g;
const startModule = /(<script[^>]* type="module" async="">)[\s\S]*?(<\/script>)/;

/**
 * The chunks that others stand on, lowest first: whoever is begun before its ground begins that too, in one piece with itself. In an
 * address eight signs of a hash follow the name, with a hyphen among them now and then.
 */
const ground = ['rolldown-runtime', 'framework', 'shop'];

function rankOf(address: string): number {
  const rank = ground.indexOf(address.replace(/^.*\/|-.{8}\.js$/g, ''));
  return rank < 0 ? ground.length : rank;
}

/** Replaces the router's start by a late one. Throws where the router's start looks different from what is known here. */
export function startLate(html: string, { manifest, staticHandlerContext }: EntryContext): string {
  const routes = staticHandlerContext.matches.map(({ route }) => ({ id: route.id, address: manifest.routes[route.id]?.module ?? '' }));
  const chunks = new Set([
    ...manifest.entry.imports,
    ...staticHandlerContext.matches.flatMap(({ route }) => manifest.routes[route.id]?.imports ?? []),
    ...routes.map(({ address }) => address),
  ]);
  const script = lateStart(manifest.entry.module, routes, [manifest.url, ...[...chunks].sort((one, other) => rankOf(one) - rankOf(other))]);
  let found = 0;
  const late = html.replace(preloads, '').replace(startModule, (_, open: string, close: string) => {
    found += 1;
    return open + script + close;
  });
  if (found !== 1) throw new Error('the document starts its scripts in a way that is not known here');
  return late;
}

/** See late-start.ts. */
const lateStart = (entry: string, routes: { id: string; address: string }[], pieces: string[]): string => {
  const given = { pieces, entry, addresses: routes.map(({ address }) => address), ids: routes.map(({ id }) => id) };
  const words = Object.entries(given).map(([name, value]) => `${name}=${JSON.stringify(value)}`);
  return `const ${words.join(',')};${lateStartScript}`;
};
