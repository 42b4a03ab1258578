/**
 * What was typed comes along when the reader changes the language of the page, which is a new document: for that one step it lies in the storage
 * of the tab. Passwords are none of the names. To be called beside `useForm`.
 */
import { useEffect } from 'react';
import type { FieldPath, FieldPathValue, FieldValues, UseFormReturn } from 'react-hook-form';
import { z } from 'zod';
import { plainPath } from '#kernel/page-languages.ts';
import { openTabStorage, readItem, writeItem } from '#web/local-storage.ts';

const key = 'stateside.changingLanguage';
const Stored = z.object({ page: z.string(), values: z.record(z.string(), z.string()) });

const thisPage = (): string => plainPath(window.location.pathname);

/** A plain click on a link to the same page in another language. */
function changesLanguage({ target, button, metaKey, ctrlKey, shiftKey }: MouseEvent): boolean {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;
  if (link === null || button !== 0 || metaKey || ctrlKey || shiftKey) return false;
  const { origin, pathname } = new URL(link.href);
  return origin === window.location.origin && pathname !== window.location.pathname && plainPath(pathname) === thisPage();
}

/** Once. */
function takeStored(): Record<string, string> {
  const text = readItem(openTabStorage(), key);
  if (text === null) return {};
  writeItem(openTabStorage(), key, null);
  try {
    const { page, values } = Stored.parse(JSON.parse(text));
    return page === thisPage() ? values : {};
  } catch {
    return {};
  }
}

export function useStoredFields<Values extends FieldValues, Sent>(
  { getValues, setValue }: UseFormReturn<Values, unknown, Sent>,
  names: readonly FieldPath<Values>[],
): void {
  useEffect(() => {
    const stored = takeStored();
    for (const name of names) {
      const value = stored[name];
      // What was typed before the script came is newer.
      if (value && !getValues(name)) setValue(name, value as FieldPathValue<Values, typeof name>);
    }
  }, [getValues, setValue, names]);
  useEffect(() => {
    const onClick = (event: MouseEvent): void => {
      if (!changesLanguage(event)) return;
      const values = Object.fromEntries(names.map((name) => [name, getValues(name) ?? '']));
      writeItem(openTabStorage(), key, JSON.stringify({ page: thisPage(), values }));
    };
    // Before the link's own answer, which may be to leave.
    document.addEventListener('click', onClick, true);
    return () => document.removeEventListener('click', onClick, true);
  }, [getValues, names]);
}
