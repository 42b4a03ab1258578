/** The form of a record that is saved as a whole. Its history is beside the fields; a version can be restored. */
import { type ReactNode, useState } from 'react';
import { ActDialog } from '#web/features/admin/act/act-dialog.tsx';
import { remountOnOpen } from '#web/features/admin/act/per-opening.tsx';
import { useAct } from '#web/features/admin/act/use-act.ts';
import { Facts } from '#web/features/admin/detail/facts.tsx';
import { Notice } from '#web/ui/notice.tsx';
import * as toasts from '#web/ui/toasts.ts';
import { EditorFrame } from './editor-frame.tsx';
import type { Fields } from './merge.ts';
import { LoadedRecord } from './record-form.tsx';
import { type Editor, useEditor } from './use-editor.ts';
import { LastChange, type Saved, VersionHistory } from './version-history.tsx';

type VersionedRecord = { version: number; changed: { at: string; by: string | null } | null };
type Sent = PromiseLike<{ data?: unknown; error?: unknown }>;

type Contents<V> = {
  value: V;
  defaults: V;
  /** Newest first. */
  history: readonly (Saved & { value: V })[];
};

/** One difference between versions. `was` is set if both values fit on a line. */
export type Change = { name: string; label: string; was?: string; is: string };

type VersionedFormProps<T extends Fields, R extends VersionedRecord, V> = Pick<
  Parameters<typeof LoadedRecord<R>>[0],
  'one' | 'query'
> &
  Pick<Parameters<typeof useEditor<T, R>>[0], 'fieldsOf' | 'toBody' | 'schema' | 'send'> &
  Pick<Parameters<typeof EditorFrame<T>>[0], 'area' | 'permission' | 'title'> & {
    labelsOf: (fields: T) => Record<keyof T & string, string>;
    /** Display value of a field for the conflict dialog. */
    readable?: (name: keyof T & string, value: unknown, fields: T) => unknown;
    /** The message after a save. */
    saved: string;
    contentsOf: (record: R) => Contents<V>;
    changes: (before: V, after: V) => Change[];
    question: string;
    /** Saves an earlier value. */
    restore: (value: V, record: R) => Sent;
    /** Above the history. */
    aside?: ReactNode;
    children: (editor: Editor<T>, record: R) => ReactNode;
  };

export function VersionedForm<T extends Fields, R extends VersionedRecord, V>(
  props: VersionedFormProps<T, R, V>,
) {
  /** Versions created by restoring an earlier one. The form remounts once the record has the new version. */
  const [restored, setRestored] = useState<number[]>([]);
  return (
    <LoadedRecord<R> one={props.one} query={props.query}>
      {(record, reload) => (
        <LoadedForm<T, R, V>
          key={restored.findLast((version) => version <= record.version) ?? 0}
          {...props}
          record={record}
          reload={reload}
          onRestored={() => void reload().then(({ version }) => setRestored((all) => [...all, version]))}
        />
      )}
    </LoadedRecord>
  );
}

type LoadedFormProps<T extends Fields, R extends VersionedRecord, V> = VersionedFormProps<T, R, V> & {
  record: R;
  reload: () => Promise<R>;
  onRestored: () => void;
};

function LoadedForm<T extends Fields, R extends VersionedRecord, V>(props: LoadedFormProps<T, R, V>) {
  const { record, labelsOf, readable, saved, aside, children } = props;
  const editor = useEditor<T, R>({ ...props, onSaved: () => toasts.success(saved) });
  const { changed } = record;
  return (
    <EditorFrame<T>
      {...props}
      below={<LastChange changed={changed} />}
      action="Save"
      labels={labelsOf(editor.fields)}
      readable={(name, value) => (readable === undefined ? value : readable(name, value, editor.fields))}
      editor={editor}
      by={changed?.by ?? undefined}
      aside={
        <>
          {aside}
          <RestorableHistory<T, R, V> {...props} />
        </>
      }
    >
      {children(editor, record)}
    </EditorFrame>
  );
}

function RestorableHistory<T extends Fields, R extends VersionedRecord, V>(props: LoadedFormProps<T, R, V>) {
  const { permission, record, contentsOf, changes, question, restore, onRestored } = props;
  const { value: now, defaults, history } = contentsOf(record);
  const [opened, setOpened] = useState<(Saved & { value: V }) | null>(null);
  return (
    <Facts title="History">
      <VersionHistory
        // The default comes last, because it applied before any change.
        versions={[...history, { version: 0, value: defaults, at: null, by: null }]}
        now={record.version}
        permission={permission}
        action={{ label: 'Restore', spoken: ' version', run: setOpened }}
      >
        {({ value }, older) => older && <Differences all={changes(older.value, value)} />}
      </VersionHistory>
      <RestoreDialog
        question={question}
        versions={[record.version, opened?.version ?? record.version]}
        changed={opened === null ? [] : changes(now, opened.value)}
        restore={() => restore(opened === null ? now : opened.value, record)}
        onRestored={onRestored}
        isOpen={opened !== null}
        onClose={() => setOpened(null)}
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
  restore: () => Sent;
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
