/**
 * Keyboard shortcuts. One listener handles all keys and asks the registered shortcuts, newest first. Single
 * keys are ignored in fields and behind dialogs, and can be turned off in this browser (WCAG 2.1.4). With
 * Ctrl or Command only shortcuts that include it apply.
 */
import { openStorage, readItem, writeItem } from '#web/local-storage.ts';

export type KeyAct = {
  /** `r`, `?`, `Escape`, `Mod+k`, or a sequence such as `g o` and `+ c`. */
  keys: string;
  says: string;
  /** The heading in the help sheet. */
  group: 'Go to' | 'Anywhere' | 'In a list' | 'On this page';
  run: () => void;
  /** Also active while a field has the focus. */
  inFields?: boolean;
};

type Stroke = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>;

const withinMs = 1_200;
const switchName = 'consoleKeys';

let acts: readonly KeyAct[] = [];
let first: { key: string; at: number } | null = null;
const listeners = new Set<() => void>();

/** Registers shortcuts. Returns a function that unregisters them. */
export function offer(offered: readonly KeyAct[]): () => void {
  acts = [...offered, ...acts];
  for (const listener of listeners) listener();
  return () => {
    acts = acts.filter((act) => !offered.includes(act));
    for (const listener of listeners) listener();
  };
}

export const offeredKeys = (): readonly KeyAct[] => acts;

export function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

export const areKeysOn = (): boolean => readItem(openStorage(), switchName) !== 'off';

export function switchKeys(on: boolean): void {
  writeItem(openStorage(), switchName, on ? null : 'off');
  for (const listener of listeners) listener();
}

const nameOf = ({ key, ctrlKey, metaKey }: Stroke): string => (ctrlKey || metaKey ? `Mod+${key}` : key);

/** The action for a key; null if there is none. The first key of a sequence is remembered briefly. */
export function actionOf(stroke: Stroke, nowMs: number): KeyAct | null {
  if (stroke.altKey) return null;
  const name = nameOf(stroke);
  const before = first !== null && nowMs - first.at < withinMs ? first.key : null;
  first = null;
  const two = before === null ? undefined : acts.find(({ keys }) => keys === `${before} ${name}`);
  if (two !== undefined) return two;
  if (acts.some(({ keys }) => keys.startsWith(`${name} `))) first = { key: name, at: nowMs };
  return acts.find(({ keys }) => keys === name) ?? null;
}

const isField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    (target.matches('input, textarea, select') && !target.matches('[type="checkbox"], [type="radio"]')));

const isBehindDialog = (target: EventTarget | null): boolean =>
  document.querySelector('dialog[open], [role="dialog"], [role="alertdialog"], [role="menu"]') !== null ||
  (target instanceof HTMLElement && target.closest('[role="listbox"]') !== null);

const isSingle = ({ keys }: KeyAct): boolean => !keys.startsWith('Mod+') && keys !== 'Escape';

export function onKeyDown(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing) return;
  const inField = isField(event.target);
  if (isBehindDialog(event.target)) return;
  // A key typed into a field is text and does not start a sequence.
  if (inField && !event.ctrlKey && !event.metaKey && event.key !== 'Escape') return;
  const act = actionOf(event, performance.now());
  if (act === null || (inField && act.inFields !== true) || (isSingle(act) && !areKeysOn())) return;
  event.preventDefault();
  act.run();
}

const shown: Record<string, string> = { Escape: 'Esc', Enter: 'Enter' };

/** `Mod+k` with the modifier name of this platform. */
export function keysAsShown(keys: string): string[] {
  const isMac = /Mac|iP(hone|ad)/.test(navigator.platform);
  return keys.split(' ').map((key) => {
    if (key === '+') return key;
    const [last = '', ...before] = key.split('+').reverse();
    return [
      ...before.map(() => (isMac ? '⌘' : 'Ctrl')),
      shown[last] ?? (before.length > 0 ? last.toUpperCase() : last),
    ].join(' ');
  });
}
