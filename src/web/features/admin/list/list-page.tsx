/**
 * A list: views, filters, 50 rows per page, and links to the previous and next page. All of its state is in
 * the URL, so Back, bookmarks, and shared links show the same. Pages and rows are prefetched on hover and
 * focus.
 */
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { LinksOfArea } from '#web/features/admin/shell/area-routes.tsx';
import { Loaded } from '#web/features/admin/shell/loaded.tsx';
import { rejectionOf } from '#web/features/admin/shell/rejection.ts';
import { PageHead } from '#web/features/admin/shell/page-head.tsx';
import { useMay } from '#web/features/admin/shell/staff.ts';
import { useKeys } from '#web/features/admin/shell/use-keys.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { BulkBar } from './bulk-bar.tsx';
import type { ListDefinition, ListPageOf } from './definition.ts';
import { ExportButton } from './export-button.tsx';
import { FilterBar } from './filter-bar.tsx';
import { lastList } from '#web/features/admin/detail/last-list.ts';
import { ListEmpty } from './list-empty.tsx';
import { ListSkeleton } from './list-skeleton.tsx';
import { queryOf, useListState, type UsedState, withoutPage } from './list-state.ts';
import { Pager } from './pager.tsx';
import { Rows } from './rows.tsx';
import { ViewTabs } from './view-tabs.tsx';

export function ListPage<Row>({ definition }: { definition: ListDefinition<Row> }) {
  const { area, title, views, filters, useRows, exportPath, actions } = definition;
  const used = useListState(definition);
  const query = useRows(queryOf(used.state));
  const mayExport = useMay(definition.exportPermission ?? 'exports.make');
  const place = useRef<HTMLDivElement>(null);
  useFirstPageInstead(query.error, used);
  useReturnToRow(area, place, query.data !== undefined);
  return (
    <div className="grid gap-4">
      <LinksOfArea />
      <PageHead
        title={title}
        actions={
          <>
            {mayExport && exportPath && (
              <ExportButton
                path={exportPath}
                emailed={definition.emailedList}
                query={withoutPage(queryOf(used.state))}
                many={definition.many}
                as={definition.exportAs ?? 'CSV'}
              />
            )}
            {actions}
          </>
        }
      />
      {definition.notice}
      <div className="grid gap-3">
        <ViewTabs list={area} views={views} used={used} />
        <FilterBar filters={filters} used={used} />
        <LeftOut used={used} />
      </div>
      <div ref={place}>
        <Loaded what={title} query={query} skeleton={<ListSkeleton columns={definition.columns.length} />}>
          {(page) => (
            <Page key={JSON.stringify(used.state)} definition={definition} page={page} used={used} />
          )}
        </Loaded>
      </div>
    </div>
  );
}

/** Shows the first page if the cursor is no longer valid for the list. */
function useFirstPageInstead(error: unknown, { state, change }: UsedState): void {
  const isGone =
    state.cursor !== null && error !== undefined && rejectionOf(error).code === 'list_cursor_invalid';
  useEffect(() => {
    if (isGone) change({ ...state, cursor: null });
  });
}

/** Warns that filters of an old link were ignored, because more rows are shown than it intended. */
const LeftOut = ({ used: { state, leftOut, change } }: { used: UsedState }) =>
  leftOut.length > 0 && (
    <Notice tone="warn" role="status">
      <p>This link is outdated. These options no longer exist and are ignored: {leftOut.join(', ')}.</p>
      <Button size="small" variant="secondary" className="mt-3" onClick={() => change(state)}>
        Show current list
      </Button>
    </Notice>
  );

type PageProps<Row> = { definition: ListDefinition<Row>; page: ListPageOf<Row>; used: UsedState };

function Page<Row>({ definition, page, used }: PageProps<Row>) {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  if (page.rows.length === 0) return <ListEmpty definition={definition} used={used} />;
  const mayBulk = (definition.bulk ?? []).length > 0;
  return (
    <div className="grid gap-3">
      <Rows
        definition={definition}
        rows={page.rows}
        used={used}
        selection={mayBulk ? { selected, setSelected } : null}
      />
      <Pager definition={definition} page={page} used={used} />
      {mayBulk && (
        <BulkBar
          definition={definition}
          page={page}
          state={used.state}
          rows={page.rows.filter((row) => selected.has(definition.idOf(row)))}
          onClear={() => setSelected(new Set())}
        />
      )}
    </div>
  );
}

/** Focuses the row that was opened last when the user returns to the list. */
function useReturnToRow(area: string, place: RefObject<HTMLElement | null>, hasRows: boolean): void {
  const { pathname, search } = useLocation();
  const isReturned = useRef(false);
  useEffect(() => {
    const last = lastList(area);
    if (!hasRows || isReturned.current) return;
    isReturned.current = true;
    if (last?.href !== pathname + search) return;
    place.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(last.openedId)}"]`)?.focus();
  }, [area, hasRows, pathname, search, place]);
  useKeys([
    { keys: 'j', says: 'Next row', group: 'In a list', run: () => moveBy(1, place.current) },
    { keys: 'k', says: 'Previous row', group: 'In a list', run: () => moveBy(-1, place.current) },
    { keys: 'Enter', says: 'Open row', group: 'In a list', run: () => openFocused(place.current) },
  ]);
}

const rowLinks = (place: HTMLElement | null): HTMLElement[] => [
  ...(place?.querySelectorAll<HTMLElement>('[data-row]') ?? []),
];

const placeOfFocus = (rows: HTMLElement[]): number =>
  rows.findIndex(
    (row) => row === document.activeElement || row.closest('tr, li')?.contains(document.activeElement),
  );

function moveBy(step: number, place: HTMLElement | null): void {
  const rows = rowLinks(place);
  const at = placeOfFocus(rows);
  const next = rows[at === -1 ? 0 : Math.min(Math.max(at + step, 0), rows.length - 1)];
  next?.focus();
  next?.scrollIntoView({ block: 'nearest' });
}

/** Opens the focused link or button, otherwise the first row. */
function openFocused(place: HTMLElement | null): void {
  const { activeElement } = document;
  if (activeElement instanceof HTMLElement && activeElement.matches('a, button, summary'))
    return activeElement.click();
  rowLinks(place)[0]?.click();
}
