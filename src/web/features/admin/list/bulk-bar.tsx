/**
 * Bulk actions on the selected rows or on all matches. After one confirmation, the server runs the action and
 * reports progress and the result of each row.
 */
import { useState } from 'react';
import { useAct } from '#web/features/admin/act/use-act.ts';
import { ActDialog } from '#web/features/admin/act/act-dialog.tsx';
import { type Chosen, useStaffBulkStartMutation } from '#web/features/admin/bulk/calls.ts';
import { BulkResults } from '#web/features/admin/bulk/bulk-results.tsx';
import { useStaff } from '#web/features/admin/shell/staff.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import type { BulkAct, ListDefinition, ListPageOf } from './definition.ts';
import { type ListState, queryOf, withoutPage } from './list-state.ts';

type BulkBarProps<Row> = {
  definition: ListDefinition<Row>;
  page: ListPageOf<Row>;
  state: ListState;
  rows: Row[];
  onClear: () => void;
};

/** The action to confirm: the count as displayed, and the rows for the request. */
type PendingAct<Row> = {
  act: BulkAct<Row>;
  count: string;
  isOne: boolean;
  chosen: Chosen;
  leftOut: string | null;
};

export function BulkBar<Row>({ definition, page, state, rows, onClear }: BulkBarProps<Row>) {
  const { permissions } = useStaff();
  const [isAll, setAll] = useState(false);
  const [pending, setPending] = useState<PendingAct<Row> | null>(null);
  const [runningId, setRunningId] = useState<string | null>(null);
  const acts = (definition.bulk ?? []).filter(({ permission }) => permissions.includes(permission));
  const all = `${page.count.toLocaleString('en-US')}${page.countIsCapped ? '+' : ''}`;
  const hasMore = page.older !== null || page.newer !== null;
  const ask = (act: BulkAct<Row>) => {
    if (isAll)
      return setPending({
        act,
        count: all,
        isOne: false,
        chosen: { filter: withoutPage(queryOf(state)) },
        leftOut: null,
      });
    const able = rows.filter((row) => act.hindrance(row) === null);
    const unable = rows.find((row) => act.hindrance(row) !== null);
    const leftOut =
      unable === undefined
        ? null
        : `${rows.length - able.length} of the selected are skipped: ${act.hindrance(unable)}.`;
    setPending({
      act,
      count: String(able.length),
      isOne: able.length === 1,
      chosen: { ids: able.map(definition.idOf) },
      leftOut,
    });
  };
  return (
    <>
      {rows.length > 0 && (
        <div className="sticky bottom-4 z-20 mx-auto flex w-full max-w-line flex-wrap items-center gap-2 rounded-lg border border-line bg-surface p-2 ps-4 shadow-lift">
          <p role="status" className="me-auto font-medium">
            {isAll ? `All ${all} matching` : `${rows.length} selected`}
          </p>
          {hasMore && !isAll && rows.length === page.rows.length && (
            <Button size="small" variant="text" className="px-2" onClick={() => setAll(true)}>
              Select all {all} that match
            </Button>
          )}
          {acts.map((act) => (
            <Button key={act.label} size="small" variant="secondary" onClick={() => ask(act)}>
              {act.label}
            </Button>
          ))}
          <Button
            size="small"
            variant="text"
            className="px-2"
            onClick={() => {
              setAll(false);
              onClear();
            }}
          >
            Clear
          </Button>
        </div>
      )}
      {pending && (
        <AskDialog
          pending={pending}
          onClose={() => setPending(null)}
          onStarted={(id, isUndoable) => {
            setPending(null);
            setAll(false);
            onClear();
            if (!isUndoable) setRunningId(id);
          }}
        />
      )}
      <Dialog
        title={`Results for ${definition.many}`}
        isOpen={runningId !== null}
        onClose={() => setRunningId(null)}
      >
        {runningId && <BulkResults id={runningId} onClose={() => setRunningId(null)} />}
      </Dialog>
    </>
  );
}

type AskDialogProps<Row> = {
  pending: PendingAct<Row>;
  onClose: () => void;
  onStarted: (id: string, isUndoable: boolean) => void;
};

function AskDialog<Row>({
  pending: { act, count, isOne, chosen, leftOut },
  onClose,
  onStarted,
}: AskDialogProps<Row>) {
  const press = useAct();
  const [start] = useStaffBulkStartMutation();
  const { title, action, body } = act.ask(count, isOne);
  const confirm = async () => {
    const outcome = await press.run(chosen, (key) => start({ kind: act.kind, chosen, key }));
    if (outcome?.kind === 'done')
      onStarted(outcome.data.id, outcome.data.state === 'waiting' && outcome.data.undoableMs > 0);
  };
  if (count === '0')
    return (
      <Dialog title={act.label} isOpen onClose={onClose}>
        <div className="grid gap-5 text-sm">
          <p>{leftOut}</p>
          <Button size="small" variant="secondary" onClick={onClose}>
            Close
          </Button>
        </div>
      </Dialog>
    );
  return (
    <ActDialog
      title={title}
      action={action}
      isOpen
      onClose={onClose}
      act={press}
      onConfirm={() => void confirm()}
    >
      <p>{body}</p>
      {leftOut && <p className="text-muted">{leftOut}</p>}
    </ActDialog>
  );
}
