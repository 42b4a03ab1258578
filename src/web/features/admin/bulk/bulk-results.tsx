/**
 * Progress of a bulk action and the result of each row. The action can be stopped, and failed rows can be
 * retried.
 */
import { Loaded } from '#web/features/admin/shell/loaded.tsx';
import { useAct } from '#web/features/admin/act/use-act.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import {
  type BulkResults as Results,
  useStaffBulkActQuery,
  useStaffBulkRetryMutation,
  useStaffBulkStopMutation,
} from './calls.ts';
import { isActive, progressOf, titleOf } from './bulk-words.ts';

const askEveryMs = 1_000;

export function BulkResults({ id, onClose }: { id: string; onClose: () => void }) {
  const { data } = useStaffBulkActQuery(id);
  const query = useStaffBulkActQuery(id, {
    pollingInterval: data === undefined || isActive(data) ? askEveryMs : 0,
  });
  return (
    <Loaded what="Results" query={query} skeleton={<Skeleton className="h-40" />}>
      {(act) => <Shown act={act} onClose={onClose} />}
    </Loaded>
  );
}

function Shown({ act, onClose }: { act: Results; onClose: () => void }) {
  const press = useAct();
  const [stop] = useStaffBulkStopMutation();
  const [retry] = useStaffBulkRetryMutation();
  const isAtWork = isActive(act);
  return (
    <div className="grid gap-4 text-sm">
      <div role="status" className="grid gap-2">
        {isAtWork && (
          <progress
            className="w-full accent-accent"
            aria-label={titleOf(act)}
            {...(act.total > 0 ? { max: act.total, value: act.done + act.refused } : {})}
          />
        )}
        <p className="font-medium">{progressOf(act)}</p>
        {isAtWork && (
          <p className="text-muted">
            This continues in the background. You can close this window or the tab.
          </p>
        )}
        {act.isCut && <p>More records matched than one run can process. Start it again for the rest.</p>}
      </div>
      <Rows act={act} />
      {press.problem && (
        <Notice tone="danger" role="alert">
          <p>{press.problem.message}</p>
        </Notice>
      )}
      <div className="flex flex-wrap gap-3">
        {!isAtWork && act.refused > 0 && (
          <Button
            size="small"
            isBusy={press.isBusy}
            onClick={() => void press.run(null, () => retry(act.id))}
          >
            Retry {act.refused}
          </Button>
        )}
        {isAtWork && (
          <Button
            size="small"
            variant="secondary"
            isBusy={press.isBusy}
            onClick={() => void press.run(null, () => stop(act.id))}
          >
            Stop
          </Button>
        )}
        <Button size="small" variant="secondary" onClick={onClose}>
          Close
        </Button>
      </div>
    </div>
  );
}

const words = { waiting: 'Waiting', done: 'Done', refused: 'Failed' } as const;

/** Focusable, so a long list can be scrolled with the keyboard. */
const Rows = ({ act }: { act: Results }) => (
  <section
    aria-label="Result for each record"
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard.
    tabIndex={0}
    className="max-h-64 overflow-y-auto rounded-md border border-line"
  >
    <ul className="divide-y divide-line">
      {act.rows.map(({ id, name, state, problem }) => (
        <li key={id} className="grid gap-0.5 px-3 py-2">
          <span className="flex items-baseline justify-between gap-3">
            <span className="min-w-0 font-medium wrap-anywhere">{name}</span>
            <span className={state === 'refused' ? 'text-danger' : 'text-muted'}>{words[state]}</span>
          </span>
          {problem !== '' && <span className="text-xs text-danger">{problem}</span>}
        </li>
      ))}
      {act.total > act.rows.length && (
        <li className="px-3 py-2 text-muted">
          and {(act.total - act.rows.length).toLocaleString('en-US')} more
        </li>
      )}
    </ul>
  </section>
);
