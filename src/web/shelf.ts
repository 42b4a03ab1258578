/** The browser's local storage, for code that must go on without it: it may be blocked, full, or changed by hand. */

export type Shelf = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** Some browsers throw on the mere mention of localStorage. Without it everything lives in memory. */
export function openShelf(): Storage | null {
  try {
    return window.localStorage;
  } catch {
    return null;
  }
}

export const readItem = (shelf: Shelf | null, key: string): string | null => {
  try {
    return shelf?.getItem(key) ?? null;
  } catch {
    return null;
  }
};

/** False where the text could not be kept. Null removes the item. */
export const writeItem = (shelf: Shelf | null, key: string, text: string | null): boolean => {
  try {
    if (text === null) shelf?.removeItem(key);
    else shelf?.setItem(key, text);
    return shelf !== null;
  } catch {
    return false;
  }
};
