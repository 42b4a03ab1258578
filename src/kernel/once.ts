/**
 * Creates a value on first use and caches it. The first formatter of `Intl` costs a phone 100 ms, so a page
 * without money must not create the one for money.
 */
export function once<Thing extends object>(make: () => Thing): () => Thing {
  let thing: Thing | undefined;
  return () => {
    thing ??= make();
    return thing;
  };
}
