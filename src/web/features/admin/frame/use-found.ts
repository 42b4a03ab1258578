/** Search results for the typed text: records from the server, screens, and actions of the open record. */
import { useEffect, useState, useSyncExternalStore } from 'react';
import { destinations, pathOf } from './areas.ts';
import type { ConsoleIconName } from '#web/features/admin/shell/icons.tsx';
import { offeredKeys, subscribe } from '#web/features/admin/shell/keys.ts';
import { rejectionOf } from '#web/features/admin/shell/rejection.ts';
import { useStaff } from '#web/features/admin/shell/staff.ts';
import { type Hit, useStaffSearchQuery } from '#web/features/admin/shell/session-calls.ts';

export type Found = {
  id: string;
  title: string;
  detail?: string;
  /** "Order", "Customer". */
  kind?: string;
  icon: ConsoleIconName;
  keys?: string;
  path: string;
  /** Runs instead of navigating to `path`. */
  run?: () => void;
};
/** `value` identifies a group in Base UI. */
export type FoundGroup = { value: string; title: string; items: Found[] };

const groupOf = (title: string, items: Found[]): FoundGroup[] =>
  items.length === 0 ? [] : [{ value: title, title, items }];

const has = (typed: string, title: string): boolean =>
  title.toLowerCase().includes(typed.trim().toLowerCase());

/** Debounces typing to one request. A single letter sends none. */
const restMs = 80;

function useRested(text: string): string {
  const [rested, setRested] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), restMs);
    return () => clearTimeout(timer);
  }, [text]);
  return rested;
}

const iconsOf: Record<Hit['kind'], ConsoleIconName> = {
  customer: 'person',
  order: 'orders',
  cart: 'catalog',
  invoice: 'note',
  product: 'catalog',
  message: 'mail',
  post: 'content',
};
const kindsOf: Record<Hit['kind'], string> = {
  customer: 'Customer',
  order: 'Order',
  cart: 'Cart',
  invoice: 'Invoice',
  product: 'Product',
  message: 'Message',
  post: 'Post',
};

const foundOf = ({ kind, id, title, detail, address }: Hit): Found => ({
  id: `${kind} ${id}`,
  title,
  detail,
  kind: kindsOf[kind],
  icon: iconsOf[kind],
  path: address,
});

export function useFound(text: string): {
  groups: FoundGroup[];
  isSearching: boolean;
  hasAnswer: boolean;
  problem: string | null;
} {
  const { permissions } = useStaff();
  const keys = useSyncExternalStore(subscribe, offeredKeys);
  const query = text.trim();
  const rested = useRested(query);
  const isAsked = query.length > 1;
  const { currentData, error, isFetching } = useStaffSearchQuery(
    { query: { q: rested } },
    {
      skip: !isAsked || rested.length < 2,
    },
  );
  const isSearching = isAsked && (rested !== query || isFetching);
  const acts = keys
    .filter(({ group, says }) => group === 'On this page' && has(text, says))
    .map(
      (act): Found => ({
        id: `act ${act.keys}`,
        title: act.says,
        icon: 'keyboard',
        keys: act.keys,
        path: '',
        run: act.run,
      }),
    );
  const screens = destinations
    .filter(({ permission, title }) => permissions.includes(permission) && has(text, title))
    .map(
      (area): Found => ({
        id: area.path,
        title: area.title,
        icon: area.icon,
        keys: area.keys,
        path: pathOf(area),
      }),
    );
  return {
    groups: [
      ...groupOf('Records', isAsked ? (currentData ?? []).map(foundOf) : []),
      ...groupOf('On this page', acts),
      ...groupOf('Go to', screens),
    ],
    isSearching,
    hasAnswer: !isSearching,
    problem: error === undefined || isSearching ? null : rejectionOf(error).message,
  };
}
