/**
 * What the router's own start does, as imports that can wait. Everything is asked for at once, and then begun piece by piece, with room
 * for the visitor's own doings in between: begun in one piece, the packages keep a slow phone busy for an eighth of a second.
 * Before it stand `pieces`, the addresses of all chunks, `entry`, the router's own, and the `addresses` and `ids` of the page's routes.
 */
export const lateStartScript = `let started;
const signs = ['pointerdown', 'pointerover', 'keydown', 'touchstart', 'focusin'];
const rest = () => globalThis.scheduler?.yield?.() ?? new Promise((resolve) => setTimeout(resolve));
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
  const modules = await Promise.all(addresses.map((address) => import(address)));
  window.__reactRouterRouteModules = Object.fromEntries(ids.map((id, index) => [id, modules[index]]));
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
