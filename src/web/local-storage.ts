/** The browser's storage, for code that must go on without it: it may be blocked, full, or changed by hand. */

export type BrowserStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** Some browsers throw on the mere mention of localStorage. Without it everything lives in memory. */
export function openStorage(): Storage | null {
  try {
    return window.localStorage;
  } catch {
    return null;
  }
}

/** The storage of one tab, which ends with it. */
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

/** False where the text could not be kept. Null removes the item. */
export const writeItem = (storage: BrowserStorage | null, key: string, text: string | null): boolean => {
  try {
    if (text === null) storage?.removeItem(key);
    else storage?.setItem(key, text);
    return storage !== null;
  } catch {
    return false;
  }
};
