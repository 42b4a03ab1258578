/** The state of a list as its address says it: the view, the filters, the order of its rows, and the page. What is not said is the usual. */
import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import type { Filter, ListDefinition } from './definition.ts';

export type ListState = {
  view: string;
  /** By name, several values with commas. */
  filters: Readonly<Record<string, string>>;
  sort: string | null;
  cursor: string | null;
};

/** What the server is asked: the same words. */
export type ListQuery = Record<string, string>;

export function readState(search: URLSearchParams, filterNames: readonly string[], usualView: string): ListState {
  const filters = filterNames.flatMap((name) => {
    const text = search.get(name);
    return text === null || text === '' ? [] : [[name, text] as const];
  });
  return {
    view: search.get('view') ?? usualView,
    filters: Object.fromEntries(filters),
    sort: search.get('sort'),
    cursor: search.get('cursor'),
  };
}

export function searchOf({ view, filters, sort, cursor }: ListState, usualView: string): string {
  const entries = [
    ...(view === usualView ? [] : [['view', view]]),
    ...Object.entries(filters),
    ...(sort === null ? [] : [['sort', sort]]),
    ...(cursor === null ? [] : [['cursor', cursor]]),
  ];
  // A comma means the same written as itself, and stays readable.
  return new URLSearchParams(entries as [string, string][]).toString().replaceAll('%2C', ',');
}

type Known = Pick<ListDefinition<never>, 'views' | 'filters'> & { sorts: readonly string[] };

const isDay = (text: string): boolean => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));

/** What is left of the text of one filter; null: nothing. */
function knownText(filter: Filter, text: string): string | null {
  if (filter.kind === 'text') return text;
  if (filter.kind === 'days') return isDay(text) ? text : null;
  const values = text.split(',').filter((value) => filter.options.some((option) => option.value === value));
  return values.length === 0 ? null : values.join(',');
}

/**
 * A link may be older than the list: a view, a value of a filter, or an order of rows that is gone would be rejected by the server. Returns the
 * state without them, and the labels of what was left out. A page of another selection is left out with it.
 */
export function withoutUnknown(state: ListState, { views, filters, sorts }: Known): { state: ListState; leftOut: string[] } {
  const leftOut = new Set<string>();
  const stored: Record<string, string> = {};
  for (const [name, text] of Object.entries(state.filters)) {
    const filter = filters.find((one) => one.name === name || (one.kind === 'days' && one.until === name));
    const known = filter === undefined ? null : knownText(filter, text);
    if (known !== null) stored[name] = known;
    if (known !== text) leftOut.add(filter?.label ?? name);
  }
  const isView = views.some(({ id }) => id === state.view);
  if (!isView) leftOut.add('View');
  const isSort = state.sort === null || sorts.includes(state.sort);
  if (!isSort) leftOut.add('Order of the rows');
  if (leftOut.size === 0) return { state, leftOut: [] };
  return {
    state: { view: isView ? state.view : views[0].id, filters: stored, sort: isSort ? state.sort : null, cursor: null },
    leftOut: [...leftOut],
  };
}

/** A filter that changes begins at the first page again. */
export const withFilter = (state: ListState, name: string, value: string | null): ListState => {
  const { [name]: _, ...others } = state.filters;
  return { ...state, cursor: null, filters: value === null || value === '' ? others : { ...others, [name]: value } };
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
  /** Labels of what the address asks for and the list no longer has. */
  leftOut: readonly string[];
  change: (next: ListState) => void;
  hrefOf: (next: ListState) => string;
};

const namesOf = (filters: readonly Filter[]): string[] =>
  filters.flatMap((filter) => (filter.kind === 'days' ? [filter.name, filter.until] : [filter.name]));

export function useListState<Row>({ views, filters, columns }: Pick<ListDefinition<Row>, 'views' | 'filters' | 'columns'>): UsedState {
  const [search, setSearch] = useSearchParams();
  const usualView = views[0].id;
  const words = search.toString();
  // By its words: a definition is written anew with each drawing.
  // biome-ignore lint/correctness/useExhaustiveDependencies: views, filters and columns of one list do not change
  const known = useMemo(() => {
    const sorts = columns.flatMap(({ sort }) => sort ?? []);
    return withoutUnknown(readState(new URLSearchParams(words), namesOf(filters), usualView), { views, filters, sorts });
  }, [words, usualView]);
  return {
    ...known,
    change: (next) => setSearch(new URLSearchParams(searchOf(next, usualView)), { preventScrollReset: true }),
    hrefOf: (next) => `?${searchOf(next, usualView)}`,
  };
}
