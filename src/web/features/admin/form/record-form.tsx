/** Forms that create or edit one kind of record. */
import { type ReactNode, useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { z } from 'zod';
import { ActDialog } from '#web/features/admin/act/act-dialog.tsx';
import type { Permission } from '#kernel/permissions.ts';
import { Moment } from '#web/features/admin/detail/moment.tsx';
import { RecordSkeleton } from '#web/features/admin/detail/record-skeleton.tsx';
import type { Fields } from './merge.ts';
import { Loaded, type Query } from '#web/features/admin/shell/loaded.tsx';
import * as toasts from '#web/ui/toasts.ts';
import { EditorFrame, focusFirstField } from './editor-frame.tsx';
import { type Editor, useEditor } from './use-editor.ts';

type EditedRecord = { id: string; version: number; changed: { at: string; by: string | null } | null };
type Sent<R> = PromiseLike<{ data?: R; error?: unknown }>;

/** Shared by the pages that create and edit one kind of record. */
export type RecordForm<T extends Fields, R extends EditedRecord> = {
  /** The list of the records; `path` is below `/admin`. */
  area: { path: string; title: string };
  /** Users without this permission see the form read-only. */
  permission: Permission;
  one: string;
  labels: Record<keyof T & string, string>;
  /** Initial values of a new record. */
  fresh: T;
  fieldsOf: (record: R) => T;
  /** The fields sent both on create and on edit. */
  sharedBody: (fields: T) => Record<string, unknown>;
  edit: z.ZodType;
  draft: z.ZodType;
  /** Fields sent only on create. */
  namesOf: (fields: T) => Record<string, unknown>;
  /** The confirmation required before a save that takes effect immediately; null if none is. */
  asks?: (fields: T, record: R) => Question | null;
};

export type Question = { title: string; action: string; body: string };

type EditRecordProps<T extends Fields, R extends EditedRecord> = {
  form: RecordForm<T, R>;
  record: R;
  reload: () => Promise<R>;
  send: (body: Record<string, unknown>) => Sent<R>;
  title: string;
  mark: ReactNode;
  /** Such as "12 sold". */
  count: string;
  saved?: (record: R) => string;
  actions?: (editor: Editor<T>) => ReactNode;
  aside: (editor: Editor<T>) => ReactNode;
  children: (editor: Editor<T>) => ReactNode;
};

export function EditRecord<T extends Fields, R extends EditedRecord>(props: EditRecordProps<T, R>) {
  const { form, record, reload, send, title, mark, count, saved, actions, aside, children } = props;
  const editor = useEditor<T, R>({
    record,
    fieldsOf: form.fieldsOf,
    toBody: (fields, { version }) => ({ ...form.sharedBody(fields), version }),
    schema: form.edit,
    send,
    reload,
    onSaved: (now) => toasts.success(saved?.(now) ?? 'Saved'),
  });
  const { changed } = record;
  const [question, setQuestion] = useState<Question | null>(null);
  const save = async (changes: Partial<T> = {}) => {
    const confirmation = form.asks?.({ ...editor.fields, ...changes }, record) ?? null;
    if (confirmation === null) await editor.save(changes);
    else setQuestion(confirmation);
  };
  return (
    <EditorFrame
      area={form.area}
      permission={form.permission}
      title={title}
      mark={mark}
      below={
        <p className="text-sm text-muted">
          {count}
          {changed && (
            <>
              {' · Changed '}
              <Moment at={changed.at} full /> {changed.by && `by ${changed.by}`}
            </>
          )}
        </p>
      }
      action="Save"
      labels={form.labels}
      editor={{ ...editor, save }}
      by={changed?.by ?? undefined}
      actions={actions?.(editor)}
      aside={
        <>
          {aside(editor)}
          <AskedFirst
            question={question}
            onClose={() => setQuestion(null)}
            onConfirm={() => void editor.save()}
          />
        </>
      }
    >
      {children(editor)}
    </EditorFrame>
  );
}

type AskedFirstProps = { question: Question | null; onClose: () => void; onConfirm: () => void };

/** Asks for confirmation and then closes. The form shows the server's error. */
const AskedFirst = ({ question, onClose, onConfirm }: AskedFirstProps) => (
  <ActDialog
    title={question?.title ?? ''}
    action={question?.action ?? ''}
    isOpen={question !== null}
    onClose={onClose}
    act={idleAct}
    onConfirm={() => {
      onClose();
      onConfirm();
    }}
  >
    <p>{question?.body}</p>
  </ActDialog>
);

const idleAct = { isBusy: false, problem: null, forget: () => undefined };

type NewRecordProps<T extends Fields, R extends EditedRecord> = {
  form: RecordForm<T, R>;
  send: (body: Record<string, unknown>) => Sent<R>;
  aside?: (editor: Editor<T>) => ReactNode;
  children: (editor: Editor<T>) => ReactNode;
};

export function NewRecord<T extends Fields, R extends EditedRecord>({
  form,
  send,
  aside,
  children,
}: NewRecordProps<T, R>) {
  const { area, one, fresh, fieldsOf } = form;
  const navigate = useNavigate();
  const [createdId, setCreatedId] = useState<string | null>(null);
  const editor = useEditor<T, R | null>({
    record: null,
    fieldsOf: (record) => (record === null ? fresh : fieldsOf(record)),
    toBody: (fields) => ({ ...form.sharedBody(fields), ...form.namesOf(fields) }),
    schema: form.draft,
    send,
    reload: async () => null,
    onSaved: (record) => setCreatedId(record?.id ?? null),
  });
  const { key } = useLocation();
  // Focuses the form instead of the heading, because the user came to create a record.
  useEffect(() => {
    if (key !== 'default') focusFirstField();
  }, [key]);
  // Runs after the form is marked as saved, so the unsaved-changes guard does not ask.
  useEffect(() => {
    if (createdId === null) return;
    toasts.success(`${one.charAt(0).toUpperCase()}${one.slice(1)} created`);
    void navigate(`/admin/${area.path}/${createdId}`, { replace: true });
  }, [createdId, one, area, navigate]);
  return (
    <EditorFrame
      area={area}
      permission={form.permission}
      title={`New ${one}`}
      action="Create"
      labels={form.labels}
      editor={editor}
      aside={aside === undefined ? null : aside(editor)}
    >
      {children(editor)}
    </EditorFrame>
  );
}

type ReadQuery<R> = Omit<Query<R>, 'refetch'> & { refetch: () => { unwrap: () => Promise<R> } };

/** Loads a record and passes a function that refetches it after a conflict. */
export const LoadedRecord = <R,>({
  one,
  query,
  children,
}: {
  one: string;
  query: ReadQuery<R>;
  children: (record: R, reload: () => Promise<R>) => ReactNode;
}) => (
  <Loaded what={`The ${one}`} query={query} isPage skeleton={<RecordSkeleton />}>
    {(record) => children(record, () => query.refetch().unwrap())}
  </Loaded>
);
