/** The state of a list in its URL: view, filters, sort order, and page. Defaults are omitted. */
import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import type { Filter, ListDefinition } from './definition.ts';

export type ListState = {
  view: string;
  /** By filter name; several values are comma-separated. */
  filters: Readonly<Record<string, string>>;
  sort: string | null;
  cursor: string | null;
};

/** The query parameters of the API have the same names. */
export type ListQuery = Record<string, string>;

export function readState(
  search: URLSearchParams,
  filterNames: readonly string[],
  defaultView: string,
): ListState {
  const filters = filterNames.flatMap((name) => {
    const text = search.get(name);
    return text === null || text === '' ? [] : [[name, text] as const];
  });
  return {
    view: search.get('view') ?? defaultView,
    filters: Object.fromEntries(filters),
    sort: search.get('sort'),
    cursor: search.get('cursor'),
  };
}

export function searchOf({ view, filters, sort, cursor }: ListState, defaultView: string): string {
  const entries = [
    ...(view === defaultView ? [] : [['view', view]]),
    ...Object.entries(filters),
    ...(sort === null ? [] : [['sort', sort]]),
    ...(cursor === null ? [] : [['cursor', cursor]]),
  ];
  // An unencoded comma is equivalent and more readable.
  return new URLSearchParams(entries as [string, string][]).toString().replaceAll('%2C', ',');
}

type ListShape = Pick<ListDefinition<never>, 'views' | 'filters'> & { sorts: readonly string[] };

const isDay = (text: string): boolean => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));

/** The valid part of a filter's value; null if none is. */
function knownText(filter: Filter, text: string): string | null {
  if (filter.kind === 'text') return text;
  if (filter.kind === 'days') return isDay(text) ? text : null;
  const values = text.split(',').filter((value) => filter.options.some((option) => option.value === value));
  return values.length === 0 ? null : values.join(',');
}

/**
 * Removes from an old link any view, filter value, or sort order that no longer exists, because the server
 * would reject it. Returns the remaining state and the labels of what was removed. The page is removed as
 * well, because it belongs to the former selection.
 */
export function withoutUnknown(
  state: ListState,
  { views, filters, sorts }: ListShape,
): { state: ListState; leftOut: string[] } {
  const leftOut = new Set<string>();
  const stored: Record<string, string> = {};
  for (const [name, text] of Object.entries(state.filters)) {
    const filter = filters.find(
      (candidate) => candidate.name === name || (candidate.kind === 'days' && candidate.until === name),
    );
    const value = filter === undefined ? null : knownText(filter, text);
    if (value !== null) stored[name] = value;
    if (value !== text) leftOut.add(filter?.label ?? name);
  }
  const isView = views.some(({ id }) => id === state.view);
  if (!isView) leftOut.add('View');
  const isSort = state.sort === null || sorts.includes(state.sort);
  if (!isSort) leftOut.add('Sort order');
  if (leftOut.size === 0) return { state, leftOut: [] };
  return {
    state: {
      view: isView ? state.view : views[0].id,
      filters: stored,
      sort: isSort ? state.sort : null,
      cursor: null,
    },
    leftOut: [...leftOut],
  };
}

/** Changing a filter returns to the first page. */
export const withFilter = (state: ListState, name: string, value: string | null): ListState => {
  const { [name]: _, ...others } = state.filters;
  return {
    ...state,
    cursor: null,
    filters: value === null || value === '' ? others : { ...others, [name]: value },
  };
};

export const queryOf = ({ view, filters, sort, cursor }: ListState): ListQuery => ({
  view,
  ...filters,
  ...(sort === null ? {} : { sort }),
  ...(cursor === null ? {} : { cursor }),
});

export const withoutPage = ({ cursor: _, ...query }: ListQuery): ListQuery => query;

export type UsedState = {
  state: ListState;
  /** Labels of the link's filters and sort order that no longer exist. */
  leftOut: readonly string[];
  change: (next: ListState) => void;
  hrefOf: (next: ListState) => string;
};

const namesOf = (filters: readonly Filter[]): string[] =>
  filters.flatMap((filter) => (filter.kind === 'days' ? [filter.name, filter.until] : [filter.name]));

export function useListState<Row>({
  views,
  filters,
  columns,
}: Pick<ListDefinition<Row>, 'views' | 'filters' | 'columns'>): UsedState {
  const [search, setSearch] = useSearchParams();
  const defaultView = views[0].id;
  const words = search.toString();
  // Depends on the text, because the definition is a new object on every render.
  // biome-ignore lint/correctness/useExhaustiveDependencies: views, filters, and columns of a list never change.
  const knownNames = useMemo(() => {
    const sorts = columns.flatMap(({ sort }) => sort ?? []);
    return withoutUnknown(readState(new URLSearchParams(words), namesOf(filters), defaultView), {
      views,
      filters,
      sorts,
    });
  }, [words, defaultView]);
  return {
    ...knownNames,
    change: (next) =>
      setSearch(new URLSearchParams(searchOf(next, defaultView)), { preventScrollReset: true }),
    hrefOf: (next) => `?${searchOf(next, defaultView)}`,
  };
}
