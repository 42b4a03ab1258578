/** Access to browser storage that never fails. Storage may be blocked, full, or modified by the user. */

export type BrowserStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** Some browsers throw on any access to localStorage. Without it everything stays in memory. */
export function openStorage(): Storage | null {
  try {
    return window.localStorage;
  } catch {
    return null;
  }
}

/** The storage of this tab; it is deleted when the tab closes. */
export function openTabStorage(): Storage | null {
  try {
    return window.sessionStorage;
  } catch {
    return null;
  }
}

export const readItem = (storage: BrowserStorage | null, key: string): string | null => {
  try {
    return storage?.getItem(key) ?? null;
  } catch {
    return null;
  }
};

/** False if the text could not be stored. Null removes the item. */
export const writeItem = (storage: BrowserStorage | null, key: string, text: string | null): boolean => {
  try {
    if (text === null) storage?.removeItem(key);
    else storage?.setItem(key, text);
    return storage !== null;
  } catch {
    return false;
  }
};
