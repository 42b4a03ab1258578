/** Settings that no operator has changed, without a database. */
import { toShop } from '#modules/settings/values.ts';
import type { Settings } from '#modules/shared/settings.ts';

const snapshot = toShop({});

export const defaultSettings: Settings = { current: () => snapshot, refresh: async () => '' };
