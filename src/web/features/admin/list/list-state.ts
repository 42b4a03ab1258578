/** The state of a list as its address says it: the view, the filters, the order of its rows, and the page. What is not said is the usual. */
import { useMemo } from 'react';
import { useSearchParams } from 'react-router';

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

export type UsedState = { state: ListState; change: (next: ListState) => void; hrefOf: (next: ListState) => string };

export function useListState(filterNames: readonly string[], usualView: string): UsedState {
  const [search, setSearch] = useSearchParams();
  const state = useMemo(() => readState(search, filterNames, usualView), [search, filterNames, usualView]);
  return {
    state,
    change: (next) => setSearch(new URLSearchParams(searchOf(next, usualView)), { preventScrollReset: true }),
    hrefOf: (next) => `?${searchOf(next, usualView)}`,
  };
}
