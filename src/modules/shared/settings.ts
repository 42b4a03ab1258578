/** Access to the operator's settings; `modules/settings` implements it. */
import type { ShopSettings } from '#content/shop-settings.ts';

export type Settings = {
  /** The values that this process last read; until the first read, the defaults. */
  current(): ShopSettings;
  /** Reads the stored values. Returns their version: equal versions mean equal values. */
  refresh(): Promise<string>;
};
