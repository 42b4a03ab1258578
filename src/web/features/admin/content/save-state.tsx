/**
 * Shows whether the text is saved, and when it will be published. Changes are announced to screen readers.
 */
import { Moment } from '#web/features/admin/detail/moment.tsx';
import { useKeys } from '#web/features/admin/shell/use-keys.ts';
import { useMay } from '#web/features/admin/shell/staff.ts';
import { Button } from '#web/ui/button.tsx';
import type { PostWriting, PostWritingState } from './use-writing.ts';

export function SaveState({ writing, state }: { writing: PostWriting; state: PostWritingState }) {
  const { record, phase, problem, conflict, isUnstored } = state;
  const mayWrite = useMay('content.write');
  useKeys(
    mayWrite
      ? [
          {
            keys: 'Mod+s',
            says: 'Save now (changes also save automatically)',
            group: 'On this page',
            inFields: true,
            run: () => void writing.flush(),
          },
        ]
      : [],
  );
  return (
    <div className="flex min-h-6 flex-wrap items-center gap-x-4 gap-y-1 text-sm text-muted">
      <p role="status">{saidOf(state)}</p>
      <p>
        Changed <Moment at={record.changed.at} full /> {record.changed.by && `by ${record.changed.by}`}
      </p>
      {record.publishAt !== null && (
        <p className="font-medium text-ink">
          Publishes on <Moment at={record.publishAt} full />
        </p>
      )}
      {conflict !== null && (
        <Button size="small" variant="secondary" onClick={() => writing.putConflictAside(false)}>
          Resolve conflict
        </Button>
      )}
      {problem && phase === 'refused' && (
        <p role="alert" className="font-medium text-danger">
          {problem.message}
        </p>
      )}
      {isUnstored && phase !== 'saved' && (
        <p className="font-medium text-danger">
          This browser cannot store changes. Keep this page open until they are saved.
        </p>
      )}
    </div>
  );
}

function saidOf({ phase, conflict, errors }: PostWritingState): string {
  if (conflict !== null) return 'Not saved: someone else has changed this post';
  if (phase === 'offline')
    return 'No connection. Changes are stored in this browser and saved when the connection returns.';
  if (phase === 'refused')
    return Object.keys(errors).length > 0 ? 'Not saved: fix the errors below' : 'Not saved';
  return { saved: 'Saved', waiting: 'Not saved yet', saving: 'Saving' }[phase];
}
