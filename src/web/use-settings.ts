/**
 * The operator's settings as of this document: the server renders with them, and the browser hydrates with
 * the same ones. A document that is open during a change shows the values it was loaded with.
 */
import { createContext, use } from 'react';
import { defaultShown, type ShownSettings } from '#content/shop-settings.ts';

export const SettingsContext = /* @__PURE__ */ createContext<ShownSettings>(defaultShown);

export const useSettings = (): ShownSettings => use(SettingsContext);

/** The element of the document that carries changed settings as JSON. */
export const settingsId = 'shop-settings';

/** In the browser: the settings that the document carries, or the defaults. */
export function readSettings(): ShownSettings {
  const changed = document.getElementById(settingsId)?.textContent;
  return changed ? (JSON.parse(changed) as ShownSettings) : defaultShown;
}
