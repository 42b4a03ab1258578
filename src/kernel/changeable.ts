/**
 * Values that an operator changes at the console while the shop runs. What they are now is one object of the process; a page that is drawn
 * with changed ones carries them to the browser (see `web/document/head-for-others.tsx`). Until somebody has changed a value, it is the usual
 * one, which stands in the code. One process is one shop, so there is one such object.
 */

/** By group, such as `site`: only what was changed. */
export type ShopSettings = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

declare global {
  var shopSettings: ShopSettings | undefined;
}

/** Reads like the usual values, each as it is at that moment: never keep one in a constant of a module. */
export const changeable = <T extends object>(group: string, usual: T): T =>
  new Proxy(usual, {
    get: (values, name) => {
      const changed = globalThis.shopSettings?.[group];
      return Reflect.get(changed && name in changed ? changed : values, name);
    },
  });
