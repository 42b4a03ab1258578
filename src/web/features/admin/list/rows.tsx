/**
 * The rows of a list: a table if there is room, two-line cards on a phone. A click anywhere in a row opens
 * its record.
 */
import { rowSelectionFeature, tableFeatures, useTable } from '@tanstack/react-table';
import { type FocusEvent, type MouseEvent, type PointerEvent, useMemo } from 'react';
import { Link, useLocation } from 'react-router';
import { useKeys } from '#web/features/admin/shell/use-keys.ts';
import type { Column, ListDefinition } from './definition.ts';
import { rememberList } from '#web/features/admin/detail/last-list.ts';
import type { UsedState } from './list-state.ts';
import { SortLink } from './sort-link.tsx';
import { useIsWide } from './use-is-wide.ts';

export type Selection = {
  selected: ReadonlySet<string>;
  setSelected: (selected: ReadonlySet<string>) => void;
};

type RowsProps<Row> = {
  definition: ListDefinition<Row>;
  rows: Row[];
  used: UsedState;
  selection: Selection | null;
};

const useNoPrefetch = () => () => undefined;

export function Rows<Row>(props: RowsProps<Row>) {
  const { definition, rows, selection } = props;
  useKeys(
    selection === null
      ? []
      : [{ keys: 'x', says: 'Select row', group: 'In a list', run: () => toggleFocused(selection) }],
  );
  const { usePrefetchRow = useNoPrefetch } = definition;
  const prefetchRow = usePrefetchRow();
  const prefetchNear = ({ target }: FocusEvent | PointerEvent) => {
    const link = (target as Element).closest('tr, li')?.querySelector<HTMLElement>('[data-row]');
    if (link?.dataset.row !== undefined) prefetchRow(link.dataset.row);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the handlers only prefetch on hover and focus.
    <div onFocus={prefetchNear} onPointerOver={prefetchNear}>
      {useIsWide() ? (
        <RowTable {...props} />
      ) : (
        <Cards definition={definition} rows={rows} selection={selection} />
      )}
    </div>
  );
}

function toggleFocused({ selected, setSelected }: Selection): void {
  const id = document.activeElement?.closest('tr, li')?.querySelector<HTMLElement>('[data-row]')?.dataset.row;
  if (id !== undefined) setSelected(toggled(selected, id));
}

const toggled = (selected: ReadonlySet<string>, id: string): ReadonlySet<string> =>
  selected.has(id)
    ? new Set([...selected].filter((selectedId) => selectedId !== id))
    : new Set([...selected, id]);

type RowLinkProps<Row> = {
  definition: ListDefinition<Row>;
  row: Row;
  ids: readonly string[];
  className: string;
};

/** The row's link. */
function RowLink<Row>({ definition, row, ids, className }: RowLinkProps<Row>) {
  const { pathname, search } = useLocation();
  const id = definition.idOf(row);
  const href = pathname + search;
  return (
    <Link
      to={definition.addressOf?.(row) ?? `/admin/${definition.area}/${id}`}
      state={{ from: href }}
      data-row={id}
      onClick={() => rememberList(definition.area, { href, ids, openedId: id })}
      className={`font-semibold outline-none ${className}`}
    >
      {definition.nameOf(row)}
    </Link>
  );
}

/** Extends the card's link over the whole card, so a click anywhere opens it. */
const cardLink =
  'after:absolute after:inset-0 after:rounded-md focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent';

/**
 * Forwards a click anywhere in a row to its link. The link cannot cover the row as in a card: WebKit does not
 * position elements relative to a table row, so the last link would cover all rows. Selecting text opens
 * nothing.
 */
function openRow(event: MouseEvent<HTMLTableRowElement>): void {
  if (
    (event.target as Element).closest('a, button, input, label') !== null ||
    getSelection()?.isCollapsed === false
  )
    return;
  const { ctrlKey, metaKey, shiftKey } = event;
  const press = new window.MouseEvent('click', {
    bubbles: true,
    cancelable: true,
    ctrlKey,
    metaKey,
    shiftKey,
  });
  event.currentTarget.querySelector('[data-row]')?.dispatchEvent(press);
}

const shownFrom = { md: 'max-md:hidden', lg: 'max-lg:hidden', xl: 'max-xl:hidden' } as const;
const cellStyle = <Row,>({ align, from }: Column<Row>): string =>
  `px-3 first:ps-4 last:pe-4 ${align === 'end' ? 'text-end' : 'text-start'} ${from === undefined ? '' : shownFrom[from]}`;

const rowStyle =
  'cursor-pointer border-line not-last:border-b hover:bg-sunk/60 has-checked:bg-credit-soft/50 has-[[data-row]:focus-visible]:outline-2 has-[[data-row]:focus-visible]:-outline-offset-2 has-[[data-row]:focus-visible]:outline-accent';

const features = tableFeatures({ rowSelectionFeature });

function RowTable<Row>({ definition, rows, used, selection }: RowsProps<Row>) {
  const { columns, idOf } = definition;
  const selected = selection?.selected;
  const table = useTable<typeof features, Row & object>({
    features,
    columns: useMemo(() => columns.map(({ id, title }) => ({ id, header: title })), [columns]),
    data: rows as (Row & object)[],
    getRowId: idOf,
    enableRowSelection: selection !== null,
    state: {
      rowSelection: useMemo(
        () => Object.fromEntries([...(selected ?? [])].map((id) => [id, true as const])),
        [selected],
      ),
    },
    onRowSelectionChange: (updater) => {
      const next =
        typeof updater === 'function'
          ? updater(Object.fromEntries([...(selected ?? [])].map((id) => [id, true as const])))
          : updater;
      selection?.setSelected(new Set(Object.keys(next).filter((id) => next[id])));
    },
  });
  const ids = rows.map(idOf);
  return (
    <div className="overflow-x-auto rounded-lg border border-line bg-surface">
      <table className="w-full border-collapse">
        <caption className="sr-only">{definition.title}</caption>
        <thead>
          <tr className="border-b border-line text-xs text-muted">
            {selection && (
              <th scope="col" className="w-10 ps-4 text-start">
                <input
                  type="checkbox"
                  className="size-4 align-middle"
                  aria-label={`Select all ${definition.many} on this page`}
                  checked={table.getIsAllRowsSelected()}
                  onChange={table.getToggleAllRowsSelectedHandler()}
                />
              </th>
            )}
            {columns.map((column) => (
              <th
                key={column.id}
                scope="col"
                className={`h-9 font-medium whitespace-nowrap ${cellStyle(column)}`}
              >
                {column.sort === undefined ? (
                  column.title
                ) : (
                  <SortLink title={column.title} sort={column.sort} used={used} />
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.getRowModel().rows.map((row) => (
            <tr key={row.id} className={rowStyle} onClick={openRow}>
              {selection && (
                <td className="w-10 ps-4">
                  <input
                    type="checkbox"
                    className="size-4 align-middle"
                    aria-label={`Select ${definition.nameOf(row.original)}`}
                    checked={row.getIsSelected()}
                    onChange={row.getToggleSelectedHandler()}
                  />
                </td>
              )}
              {columns.map((column, place) => (
                <td key={column.id} className={`h-11 ${cellStyle(column)}`}>
                  {place === 0 ? (
                    <RowLink definition={definition} row={row.original} ids={ids} className="" />
                  ) : (
                    column.cell(row.original)
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Cards<Row>({ definition, rows, selection }: Omit<RowsProps<Row>, 'used'>) {
  const ids = rows.map(definition.idOf);
  return (
    <ul className="grid overflow-hidden rounded-lg border border-line bg-surface">
      {rows.map((row) => {
        const { end, second } = definition.card(row);
        const id = definition.idOf(row);
        return (
          <li
            key={id}
            className="relative flex items-center gap-3 border-line px-3.5 py-2.5 not-last:border-b has-checked:bg-credit-soft/50"
          >
            {selection && (
              <input
                type="checkbox"
                className="relative z-10 size-5 shrink-0"
                aria-label={`Select ${definition.nameOf(row)}`}
                checked={selection.selected.has(id)}
                onChange={() => selection.setSelected(toggled(selection.selected, id))}
              />
            )}
            <div className="grid min-w-0 grow gap-0.5">
              <div className="flex items-center justify-between gap-3">
                <RowLink definition={definition} row={row} ids={ids} className={cardLink} />
                <span className="money">{end}</span>
              </div>
              <div className="flex min-w-0 items-center justify-between gap-3 text-xs text-muted">
                {second}
              </div>
            </div>
          </li>
        );
      })}
    </ul>
  );
}
