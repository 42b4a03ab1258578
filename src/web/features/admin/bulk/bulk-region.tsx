/**
 * Shows the user's running bulk actions on every screen: their progress, and Undo while it is possible. The
 * state comes from the server, so it survives a closed tab. Actions that ended in the meantime are reported.
 */
import { useEffect, useRef, useState } from 'react';
import { useDispatch } from 'react-redux';
import { Moment } from '#web/features/admin/detail/moment.tsx';
import { KeyHint } from '#web/features/admin/shell/key-hint.tsx';
import { rejectionOf } from '#web/features/admin/shell/rejection.ts';
import { staffApi } from '#web/features/admin/shell/staff-api.ts';
import { useKeys } from '#web/features/admin/shell/use-keys.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import * as toasts from '#web/ui/toasts.ts';
import { type BulkProgress, useStaffBulkActsQuery, useStaffBulkStopMutation } from './calls.ts';
import { BulkResults } from './bulk-results.tsx';
import { isActive, progressOf, titleOf } from './bulk-words.ts';

const askEveryMs = 1_000;

export function BulkRegion({ isListOpen, onCloseList }: { isListOpen: boolean; onCloseList: () => void }) {
  const { data: bulkActs = [] } = useStaffBulkActsQuery();
  const isAtWork = bulkActs.some(isActive);
  const { data: acts = bulkActs } = useStaffBulkActsQuery(undefined, {
    pollingInterval: isAtWork ? askEveryMs : 0,
  });
  const [openId, setOpenId] = useState<string | null>(null);
  const { withRefusals, forget } = useEnded(acts);
  const open = acts.find(({ id }) => id === openId);
  const shown = acts.find(isActive) ?? acts.find(({ id }) => withRefusals.includes(id));
  const show = (id: string) => {
    forget(id);
    setOpenId(id);
  };
  return (
    <>
      <div
        role="status"
        className="above-bottom-bar pointer-events-none fixed inset-x-0 z-40 flex justify-center p-4"
      >
        {shown !== undefined && openId !== shown.id && (
          <Card key={shown.id} act={shown} onShow={() => show(shown.id)} onForget={() => forget(shown.id)} />
        )}
      </div>
      <Dialog
        title={open === undefined ? '' : titleOf(open)}
        isOpen={open !== undefined}
        onClose={() => setOpenId(null)}
      >
        {open && <BulkResults id={open.id} onClose={() => setOpenId(null)} />}
      </Dialog>
      <Dialog title="Today’s bulk actions" isOpen={isListOpen} onClose={onCloseList}>
        {isListOpen && (
          <Started
            acts={acts}
            onOpen={(id) => {
              onCloseList();
              show(id);
            }}
          />
        )}
      </Dialog>
    </>
  );
}

/**
 * Reports actions that end while the page is open, and refetches what they changed. Failures stay until the
 * user views them.
 */
function useEnded(acts: readonly BulkProgress[]): {
  withRefusals: readonly string[];
  forget: (id: string) => void;
} {
  const dispatch = useDispatch();
  const activeActs = useRef<ReadonlySet<string>>(new Set());
  const [withRefusals, setRefusals] = useState<readonly string[]>([]);
  useEffect(() => {
    const ended = acts.filter((act) => activeActs.current.has(act.id) && !isActive(act));
    activeActs.current = new Set(acts.filter(isActive).map(({ id }) => id));
    if (ended.length === 0) return;
    dispatch(
      staffApi.util.invalidateTags([
        'StaffHome',
        'StaffOrders',
        'StaffCustomers',
        'StaffCredit',
        'StaffCatalog',
        'StaffMoney',
        'StaffMessages',
        'StaffPosts',
      ]),
    );
    for (const act of ended) if (act.refused === 0 && act.state === 'done') toasts.success(progressOf(act));
    setRefusals((before) => [...before, ...ended.filter(({ refused }) => refused > 0).map(({ id }) => id)]);
  }, [acts, dispatch]);
  return {
    withRefusals,
    forget: (id) => setRefusals((before) => before.filter((actId) => actId !== id)),
  };
}

const buttonStyle =
  'inline-flex min-h-9 items-center gap-2 rounded-full px-3 font-semibold underline underline-offset-4 hover:no-underline';

type CardProps = { act: BulkProgress; onShow: () => void; onForget: () => void };

function Card({ act, onShow, onForget }: CardProps) {
  const [stop] = useStaffBulkStopMutation();
  const canUndo = act.state === 'waiting' && act.undoableMs > 0;
  const takeBack = async () => {
    const { error } = await stop(act.id);
    if (error === undefined) toasts.success('Undone. Nothing was changed');
    else toasts.error(rejectionOf(error).message);
  };
  useKeys(
    canUndo
      ? [{ keys: 'z', says: 'Undo the last action', group: 'Anywhere', run: () => void takeBack() }]
      : [],
  );
  return (
    <div className="pointer-events-auto flex animate-arrive flex-wrap items-center gap-x-3 rounded-lg bg-ink py-2 ps-5 pe-2 text-paper shadow-lift">
      <p>{isActive(act) && act.done + act.refused === 0 ? `${titleOf(act)} …` : progressOf(act)}</p>
      {canUndo ? (
        <button type="button" className={buttonStyle} onClick={() => void takeBack()}>
          Undo
          <KeyHint keys="z" />
        </button>
      ) : (
        <button type="button" className={buttonStyle} onClick={onShow}>
          Show
        </button>
      )}
      {!isActive(act) && (
        <button type="button" className={buttonStyle} onClick={onForget}>
          Dismiss
        </button>
      )}
    </div>
  );
}

const Started = ({ acts, onOpen }: { acts: readonly BulkProgress[]; onOpen: (id: string) => void }) =>
  acts.length === 0 ? (
    <p className="text-sm text-muted">
      Bulk actions appear here for 24 hours, with the result for each record.
    </p>
  ) : (
    <ul className="grid max-h-96 gap-1 overflow-y-auto text-sm">
      {acts.map((act) => (
        <li key={act.id}>
          <button
            type="button"
            className="flex min-h-11 w-full items-baseline justify-between gap-3 rounded-sm px-2 py-2 text-start hover:bg-sunk"
            onClick={() => onOpen(act.id)}
          >
            <span>{isActive(act) ? titleOf(act) : progressOf(act)}</span>
            <span className="shrink-0 text-xs text-muted">
              <Moment at={act.madeAt} />
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
