/** The versions of a record that is saved as a whole. Restoring one saves it again. */
import { useState } from 'react';
import type { Permission } from '#kernel/permissions.ts';
import { ActDialog } from '#web/features/admin/act/act-dialog.tsx';
import { remountOnOpen } from '#web/features/admin/act/per-opening.tsx';
import { useAct } from '#web/features/admin/act/use-act.ts';
import { Facts } from '#web/features/admin/detail/facts.tsx';
import { Notice } from '#web/ui/notice.tsx';
import * as toasts from '#web/ui/toasts.ts';
import { type Saved, VersionHistory } from './version-history.tsx';

type Version<V> = Saved & { value: V };

/** One difference between versions. `was` is set if both values fit on a line. */
export type Change = { name: string; label: string; was?: string; is: string };

type RestorableHistoryProps<V> = {
  permission: Permission;
  /** Newest first. */
  history: readonly Version<V>[];
  /** The default, which comes last. */
  usual: V;
  now: { version: number; value: V };
  changes: (before: V, after: V) => Change[];
  question: string;
  restore: (value: V) => PromiseLike<{ data?: unknown; error?: unknown }>;
  onRestored: () => void;
};

export function RestorableHistory<V>(props: RestorableHistoryProps<V>) {
  const { permission, history, usual, now, changes, question, restore, onRestored } = props;
  const [openVersion, setOpenVersion] = useState<Version<V> | null>(null);
  return (
    <Facts title="History">
      <VersionHistory
        versions={[...history, { version: 0, value: usual, at: null, by: null }]}
        now={now.version}
        permission={permission}
        action={{ label: 'Restore', spoken: ' version', run: setOpenVersion }}
      >
        {({ value }, older) => older && <Differences all={changes(older.value, value)} />}
      </VersionHistory>
      <RestoreDialog
        question={question}
        versions={[now.version, openVersion?.version ?? now.version]}
        changed={openVersion === null ? [] : changes(now.value, openVersion.value)}
        restore={() => restore((openVersion ?? now).value)}
        onRestored={onRestored}
        isOpen={openVersion !== null}
        onClose={() => setOpenVersion(null)}
      />
    </Facts>
  );
}

/** The changes of this version. */
const Differences = ({ all }: { all: Change[] }) =>
  all.length > 0 && (
    <ul className="text-xs text-muted wrap-anywhere">
      {all.map(({ name, label, is }) => (
        <li key={name}>
          {label}: {is}
        </li>
      ))}
    </ul>
  );

type RestoreDialogProps = {
  question: string;
  /** The current version and the version to restore. */
  versions: [number, number];
  changed: Change[];
  restore: () => PromiseLike<{ data?: unknown; error?: unknown }>;
  onRestored: () => void;
  isOpen: boolean;
  onClose: () => void;
};

const RestoreDialog = remountOnOpen(function RestoreDialog(props: RestoreDialogProps) {
  const { question, versions, changed, restore, onRestored, isOpen, onClose } = props;
  const act = useAct();
  const [isStale, setStale] = useState(false);
  const confirm = async () => {
    const outcome = await act.run(versions, restore);
    setStale(outcome?.kind === 'changed');
    if (outcome?.kind !== 'done') return;
    toasts.success('Version restored. It takes effect immediately');
    onClose();
    onRestored();
  };
  return (
    <ActDialog
      title={question}
      action="Restore this version"
      isOpen={isOpen}
      onClose={onClose}
      act={act}
      onConfirm={() => void confirm()}
    >
      {changed.length === 0 ? (
        <p>This version is the same as the current one.</p>
      ) : (
        <ul className="grid gap-2">
          {changed.map(({ name, label, was, is }) => (
            <li key={name} className="wrap-anywhere whitespace-pre-line">
              <span className="font-medium">{label}</span>: {was === undefined ? is : `${was} → ${is}`}
            </li>
          ))}
        </ul>
      )}
      {isStale && (
        <Notice tone="danger" role="alert">
          <p>Someone else has changed this. Close this window and review the changes.</p>
        </Notice>
      )}
    </ActDialog>
  );
});
