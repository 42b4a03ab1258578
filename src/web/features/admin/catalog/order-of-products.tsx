/**
 * Reorders the catalog. The buttons, or Alt and an arrow key, move a row; there is no drag and drop. The
 * whole order is saved together.
 */
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { BackLink } from '#web/features/admin/detail/record-page.tsx';
import { UnsavedGuard } from '#web/features/admin/form/unsaved-guard.tsx';
import { useAct } from '#web/features/admin/act/use-act.ts';
import { ListSkeleton } from '#web/features/admin/list/list-skeleton.tsx';
import { type ProductRow, useStaffProductsQuery } from '#web/features/admin/records/products.ts';
import { Loaded } from '#web/features/admin/shell/loaded.tsx';
import { PageHead } from '#web/features/admin/shell/page-head.tsx';
import { useKeys } from '#web/features/admin/shell/use-keys.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import * as toasts from '#web/ui/toasts.ts';
import { LineButton } from '#web/features/admin/form/lines-editor.tsx';
import { useStaffProductOrderMutation } from './calls.ts';
import { PublishedMark } from './list-parts.tsx';

const title = 'Catalog order';
const area = { path: 'catalog/products', title: 'Products' };

export function OrderOfProducts() {
  const query = useStaffProductsQuery({ view: 'all' });
  return (
    <>
      {query.data === undefined && <PageHead title={title} above={<BackLink area={area} />} />}
      <Loaded what="Products" query={query} skeleton={<ListSkeleton columns={2} />}>
        {({ rows }) => <Order key={rows.map(({ id }) => id).join()} rows={rows} />}
      </Loaded>
    </>
  );
}

function Order({ rows }: { rows: ProductRow[] }) {
  const [order, setOrder] = useState(rows);
  const [announcement, setAnnouncement] = useState('');
  const list = useRef<HTMLOListElement>(null);
  const act = useAct();
  const [save] = useStaffProductOrderMutation();
  const navigate = useNavigate();
  const was = rows.map(({ id }) => id);
  const becomes = order.map(({ id }) => id);
  const isDirty = was.join() !== becomes.join();
  const move = (at: number, to: number) => {
    const row = order[at];
    if (row === undefined || to < 0 || to >= order.length) return;
    setOrder(order.toSpliced(at, 1).toSpliced(to, 0, row));
    setAnnouncement(`${row.name} moved to position ${to + 1} of ${order.length}`);
    requestAnimationFrame(() =>
      list.current?.querySelector<HTMLElement>(`[data-id="${CSS.escape(row.id)}"]`)?.focus(),
    );
  };
  const store = async () => {
    const outcome = await act.run({ was, becomes }, () => save({ body: { was, becomes } }));
    if (outcome?.kind === 'done') toasts.success('Catalog order saved');
    if (outcome?.kind === 'changed')
      setAnnouncement('Someone else has changed the catalog. Reload this page to see the changes.');
  };
  useKeys([
    { keys: 'Mod+Enter', says: 'Save order', group: 'On this page', run: () => void store() },
    {
      keys: 'Escape',
      says: 'Back to Products',
      group: 'On this page',
      run: () => void navigate(`/admin/${area.path}`),
    },
  ]);
  return (
    <div className="grid grid-cols-1 gap-6">
      <PageHead
        title={title}
        above={<BackLink area={area} />}
        actions={
          <Button size="small" isBusy={act.isBusy} onClick={() => isDirty && void store()}>
            Save order
          </Button>
        }
      />
      {act.problem && (
        <Notice tone="danger" role="alert">
          {act.problem.message}
        </Notice>
      )}
      <p role="status" className="min-h-6 text-sm text-muted">
        {announcement ||
          'Use the buttons to move a product, or focus its name and press Alt with an arrow key.'}
      </p>
      <ol ref={list} className="grid grid-cols-1 gap-1.5">
        {order.map((row, at) => (
          <Place key={row.id} row={row} at={at} count={order.length} onMove={(to) => move(at, to)} />
        ))}
      </ol>
      <UnsavedGuard isDirty={isDirty} />
    </div>
  );
}

function Place({
  row: { id, name, published },
  at,
  count,
  onMove,
}: {
  row: ProductRow;
  at: number;
  count: number;
  onMove: (to: number) => void;
}) {
  return (
    <li className="flex items-center gap-2 rounded-md border border-line bg-surface p-1.5 ps-3">
      <button
        type="button"
        data-id={id}
        className="flex min-h-9 min-w-0 grow items-center gap-3 text-start"
        onKeyDown={(event) => {
          if (!event.altKey || !['ArrowUp', 'ArrowDown'].includes(event.key)) return;
          event.preventDefault();
          onMove(event.key === 'ArrowUp' ? at - 1 : at + 1);
        }}
      >
        <span className="w-6 shrink-0 text-end text-sm text-muted">{at + 1}</span>
        <span className="min-w-0 truncate">{name}</span>
        <PublishedMark published={published} />
      </button>
      <LineButton label={`Move ${name} up`} icon="up" isOff={at === 0} onPress={() => onMove(at - 1)} />
      <LineButton
        label={`Move ${name} down`}
        icon="down"
        isOff={at === count - 1}
        onPress={() => onMove(at + 1)}
      />
    </li>
  );
}
