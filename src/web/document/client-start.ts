/**
 * When React starts in the browser. A shared page is painted first, and the scripts, which would share the line with it, come after it or
 * with the first touch. Early clicks and what was typed are kept meanwhile (early-page.ts). All other pages start at once.
 */
import type { EntryContext } from 'react-router';

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

/**
 * What the router's own start does, as imports that can wait. Everything is asked for at once, and then begun piece by piece, with room
 * for the visitor's own doings in between: begun in one piece, the packages keep a slow phone busy for an eighth of a second.
 */
const lateStart = (entry: string, routes: { id: string; address: string }[], pieces: string[]): string => `let started;
const signs = ['pointerdown', 'pointerover', 'keydown', 'touchstart', 'focusin'];
const rest = () => globalThis.scheduler?.yield?.() ?? new Promise((resolve) => setTimeout(resolve));
const pieces = ${JSON.stringify(pieces)}, entry = ${JSON.stringify(entry)};
const ask = async () => {
  for (const href of [...pieces, entry]) {
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
    await rest();
  }
};
let asked;
const start = async () => {
  if (document.createElement('link').relList.supports('modulepreload')) await (asked ??= ask());
  else await Promise.all(pieces.map((address) => import(address)));
  for (const address of pieces) {
    await import(address);
    await rest();
  }
  const modules = await Promise.all(${JSON.stringify(routes.map(({ address }) => address))}.map((address) => import(address)));
  window.__reactRouterRouteModules = Object.fromEntries(${JSON.stringify(routes.map(({ id }) => id))}.map((id, index) => [id, modules[index]]));
  await import(entry);
  for (const name of signs) removeEventListener(name, begin, true);
};
const begin = () => started ??= start().catch(() => { started = undefined; });
for (const name of signs) addEventListener(name, begin, { capture: true, passive: true });
const soon = () => requestAnimationFrame(() => setTimeout(begin));
const loaded = new Promise((resolve) => {
  if (document.readyState === 'complete') resolve(); else addEventListener('load', resolve, { once: true });
});
// Some browsers keep it to themselves when they have painted.
const painted = new Promise((resolve) => {
  loaded.then(() => setTimeout(resolve, 3000));
  if (!globalThis.PerformanceObserver?.supportedEntryTypes?.includes('paint')) resolve();
  else new PerformanceObserver((list) => list.getEntriesByName('first-contentful-paint').forEach(resolve)).observe({ type: 'paint', buffered: true });
});
Promise.all([painted, loaded]).then(soon);`;
