/**
 * Settings that an operator changes at the console while the shop runs. The current values are one object per
 * process. A page rendered with changed values sends them to the browser (see
 * `web/document/head-for-others.tsx`). Until a value is changed, the default in the code applies. One process
 * is one shop, so there is one such object.
 */

/** By group, such as `site`: only changed values. */
export type ShopSettings = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

declare global {
  var shopSettings: ShopSettings | undefined;
}

/**
 * Returns an object that reads the current value of each setting. Never copy one into a constant of a module.
 */
export const changeable = <T extends object>(group: string, defaults: T): T =>
  new Proxy(defaults, {
    get: (values, name) => {
      const changed = globalThis.shopSettings?.[group];
      return Reflect.get(changed && name in changed ? changed : values, name);
    },
  });
