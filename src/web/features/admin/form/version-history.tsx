/** Earlier versions of a record with their authors and times. A version can be restored. */
import { useState } from 'react';
import type { Permission } from '#kernel/permissions.ts';
import { ActDialog } from '#web/features/admin/act/act-dialog.tsx';
import { remountOnOpen } from '#web/features/admin/act/per-opening.tsx';
import { useAct } from '#web/features/admin/act/use-act.ts';
import { Facts } from '#web/features/admin/detail/facts.tsx';
import { Moment } from '#web/features/admin/detail/moment.tsx';
import { useMay } from '#web/features/admin/shell/staff.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import * as toasts from '#web/ui/toasts.ts';

type Version<V> = { version: number; value: V };
type Before<V> = Version<V> & { at: string | null; by: string | null };

/** One difference between versions. `was` is set if both values fit on a line. */
export type Change = { name: string; label: string; was?: string; is: string };

type VersionHistoryProps<V> = {
  /** Users without this permission do not see the history. */
  permission: Permission;
  /** Newest first. The built-in version comes last and has no time. */
  versions: readonly Before<V>[];
  now: Version<V>;
  changes: (before: V, after: V) => Change[];
  question: string;
  restore: (value: V) => PromiseLike<{ data?: unknown; error?: unknown }>;
  onRestored: () => void;
};

export function VersionHistory<V>(props: VersionHistoryProps<V>) {
  const { permission, versions, now, changes, question, restore, onRestored } = props;
  const mayWrite = useMay(permission);
  const [openVersion, setOpenVersion] = useState<Before<V> | null>(null);
  return (
    <Facts title="History">
      <ol className="grid gap-3">
        {versions.map((version, place) => (
          <li key={version.version} className="grid gap-1">
            <p className="flex items-baseline justify-between gap-3">
              <span>{version.at === null ? 'Default' : <Moment at={version.at} full />}</span>
              {version.version === now.version ? (
                <span className="text-muted">Current</span>
              ) : (
                mayWrite && (
                  <Button size="small" variant="secondary" onClick={() => setOpenVersion(version)}>
                    Restore<span className="sr-only"> version {version.version}</span>
                  </Button>
                )
              )}
            </p>
            {version.by && <p className="text-xs text-muted">by {version.by}</p>}
            <Differences all={changes(versions[place + 1]?.value ?? version.value, version.value)} />
          </li>
        ))}
      </ol>
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
