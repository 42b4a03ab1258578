/**
 * The versions of a record, newest first, with their authors and times. A version can be used again:
 * `RestorableHistory` restores it by saving it again.
 */
import { type ReactNode, useState } from 'react';
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

/** The built-in version has no time. */
type Saved = { version: number; at: string | null; by: string | null };

type VersionHistoryProps<V extends Saved> = {
  versions: readonly V[];
  /** The current version. */
  now: number;
  /** Users without this permission see no buttons. */
  permission: Permission;
  /** The name of a version; default: its time. */
  nameOf?: (version: V) => string;
  /** The button that uses a version; `spoken` and its number complete its accessible name. */
  action: { label: string; spoken: string; isBusy?: boolean; run: (version: V) => void };
  /** Beside the button. */
  link?: (version: V) => ReactNode;
  /** Below the name; `older` is the version before. */
  children?: (version: V, older: V | undefined) => ReactNode;
};

export function VersionHistory<V extends Saved>(props: VersionHistoryProps<V>) {
  const { versions, now, permission, nameOf, action, link, children } = props;
  const mayWrite = useMay(permission);
  return (
    <ol className="grid gap-3">
      {versions.map((version, place) => (
        <li key={version.version} className="grid gap-1">
          <div className="flex flex-wrap items-baseline justify-between gap-x-3 gap-y-1">
            <span className="min-w-0 grow wrap-anywhere">
              {nameOf?.(version) ?? <SavedAt at={version.at} />}
            </span>
            {link?.(version)}
            {version.version === now ? (
              <span className="text-muted">Current</span>
            ) : (
              mayWrite && (
                <Button
                  size="small"
                  variant="secondary"
                  isBusy={action.isBusy ?? false}
                  onClick={() => action.run(version)}
                >
                  {action.label}
                  <span className="sr-only">
                    {action.spoken} {version.version}
                  </span>
                </Button>
              )
            )}
          </div>
          {(nameOf || version.by) && (
            <p className="text-xs text-muted">
              {nameOf && <SavedAt at={version.at} />} {version.by && `by ${version.by}`}
            </p>
          )}
          {children?.(version, versions[place + 1])}
        </li>
      ))}
    </ol>
  );
}

const SavedAt = ({ at }: Pick<Saved, 'at'>) => (at === null ? 'Default' : <Moment at={at} full />);

/** In the header of a record; nothing for defaults that were never changed. */
export const LastChange = ({ changed }: { changed: { at: string; by: string | null } | null }) =>
  changed && (
    <p className="text-sm text-muted">
      Changed <Moment at={changed.at} full /> {changed.by && `by ${changed.by}`}
    </p>
  );

/** One difference between versions. `was` is set if both values fit on a line. */
export type Change = { name: string; label: string; was?: string; is: string };

type RestorableHistoryProps<V> = {
  permission: Permission;
  /** Newest first. */
  history: readonly (Saved & { value: V })[];
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
  const [openVersion, setOpenVersion] = useState<(Saved & { value: V }) | null>(null);
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
