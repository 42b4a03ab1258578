/** What the search shows for what was typed: records that the server finds, screens, and acts on what is open. */
import { useSyncExternalStore } from 'react';
import { areas, pathOf } from '#web/features/admin/areas.ts';
import type { ConsoleIconName } from './icons.tsx';
import { offeredKeys, subscribe } from './keys.ts';
import { useStaff } from './staff.ts';

export type Found = {
  id: string;
  title: string;
  detail?: string;
  /** "Order", "Customer". */
  kind?: string;
  icon: ConsoleIconName;
  keys?: string;
  path: string;
  /** In place of going to `path`. */
  run?: () => void;
};
/** `value` is Base UI's own name for what tells groups apart. */
export type FoundGroup = { value: string; title: string; items: Found[] };

const groupOf = (title: string, items: Found[]): FoundGroup[] => (items.length === 0 ? [] : [{ value: title, title, items }]);

const has = (typed: string, title: string): boolean => title.toLowerCase().includes(typed.trim().toLowerCase());

export function useFound(text: string): { groups: FoundGroup[]; isSearching: boolean; hasAnswer: boolean; problem: string | null } {
  const { permissions } = useStaff();
  const keys = useSyncExternalStore(subscribe, offeredKeys);
  const acts = keys
    .filter(({ group, says }) => group === 'On this page' && has(text, says))
    .map((act): Found => ({ id: `act ${act.keys}`, title: act.says, icon: 'keyboard', keys: act.keys, path: '', run: act.run }));
  const screens = areas
    .filter(({ permission, title }) => permissions.includes(permission) && has(text, title))
    .map((area): Found => ({ id: area.path, title: area.title, icon: area.icon, keys: `g ${area.key}`, path: pathOf(area) }));
  return {
    groups: [...groupOf('On this page', acts), ...groupOf('Go to', screens)],
    isSearching: false,
    hasAnswer: true,
    problem: null,
  };
}
