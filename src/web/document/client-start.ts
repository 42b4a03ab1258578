/**
 * When React starts in the browser. A shared page is painted first, and the scripts, which would share the line with it, come after it or
 * with the first touch. Early clicks and what was typed are kept meanwhile (early-page.ts). All other pages start at once.
 */
import type { EntryContext } from 'react-router';

/** The router's own start: links that load the scripts at once, and a module that imports them. */
const preloads = /<link rel="modulepreload"[^>]*>/g;
const startModule = /(<script[^>]* type="module" async="">)[\s\S]*?(<\/script>)/;

/** Replaces the router's start by a late one. Throws where the router's start looks different from what is known here. */
export function startLate(html: string, { manifest, staticHandlerContext }: EntryContext): string {
  const routes = staticHandlerContext.matches.map(({ route }) => ({ id: route.id, address: manifest.routes[route.id]?.module ?? '' }));
  const chunks = new Set([
    ...manifest.entry.imports,
    ...staticHandlerContext.matches.flatMap(({ route }) => manifest.routes[route.id]?.imports ?? []),
  ]);
  const script = lateStart(manifest.url, manifest.entry.module, routes, [...chunks]);
  let found = 0;
  const late = html.replace(preloads, '').replace(startModule, (_, open: string, close: string) => {
    found += 1;
    return open + script + close;
  });
  if (found !== 1) throw new Error('the document starts its scripts in a way that is not known here');
  return late;
}

/** What the router's own start does, as imports that can wait. The chunks are named too, so that nothing is found out late. */
const lateStart = (manifest: string, entry: string, routes: { id: string; address: string }[], chunks: string[]): string => `let started;
const signs = ['pointerdown', 'pointerover', 'keydown', 'touchstart', 'focusin'];
const begin = () => {
  started ??= Promise.all(${JSON.stringify([manifest, ...routes.map(({ address }) => address), ...chunks])}.map((address) => import(address)))
    .then(([, ...modules]) => {
      window.__reactRouterRouteModules = Object.fromEntries(${JSON.stringify(routes.map(({ id }) => id))}.map((id, index) => [id, modules[index]]));
      for (const name of signs) removeEventListener(name, begin, true);
      return import(${JSON.stringify(entry)});
    })
    .catch(() => { started = undefined; });
};
for (const name of signs) addEventListener(name, begin, { capture: true, passive: true });
const soon = () => requestAnimationFrame(() => setTimeout(begin));
if (document.readyState === 'complete') soon(); else addEventListener('load', soon, { once: true });`;
