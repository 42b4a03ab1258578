/**
 * What is made at its first use and kept, such as a formatter of `Intl`, whose first one costs a phone a tenth of a second: a page that
 * shows no money must not wait for money's.
 */
export function once<Thing extends object>(make: () => Thing): () => Thing {
  let thing: Thing | undefined;
  return () => {
    thing ??= make();
    return thing;
  };
}
