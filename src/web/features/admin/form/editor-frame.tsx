/**
 * The frame of every console form: a header with Save, the server's error, a guard against leaving with
 * unsaved changes, and the conflict dialog.
 */
import type { ReactNode } from 'react';
import type { Permission } from '#kernel/permissions.ts';
import { BackLink } from '#web/features/admin/detail/record-page.tsx';
import { ConflictDialog } from './conflict-dialog.tsx';
import type { Fields } from './merge.ts';
import { UnsavedGuard } from './unsaved-guard.tsx';
import { BottomBar } from '#web/features/admin/shell/bottom-bar.tsx';
import { KeyHint } from '#web/features/admin/shell/key-hint.tsx';
import { PageHead } from '#web/features/admin/shell/page-head.tsx';
import { useKeys } from '#web/features/admin/shell/use-keys.ts';
import { useMay } from '#web/features/admin/shell/staff.ts';
import { Button } from '#web/ui/button.tsx';
import { Field, type FieldControl } from '#web/ui/field.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { TextInput } from '#web/ui/text-input.tsx';
import type { Editor } from './use-editor.ts';

type EditorFrameProps<T extends Fields> = {
  /** The list of the record; omitted for a form that is the only screen of its area. */
  area?: { path: string; title: string };
  /** Users without this permission see the form read-only. */
  permission: Permission;
  title: string;
  mark?: ReactNode;
  below?: ReactNode;
  action: string;
  labels: Record<keyof T & string, string>;
  /** Display value of a field for the conflict dialog, if it differs from the stored value. */
  readable?: (name: keyof T & string, value: unknown) => unknown;
  editor: Editor<T>;
  /** Who saved the record last, for the conflict dialog. */
  by?: string | undefined;
  /** Beside the fields; below them on a phone. */
  aside: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
};

export function EditorFrame<T extends Fields>(props: EditorFrameProps<T>) {
  const { area, permission, title, mark, below, action, labels, editor, by, aside, actions, children } =
    props;
  const { readable = (_name, value) => value } = props;
  const mayWrite = useMay(permission);
  const save = () => void editor.save();
  useFormKeys(mayWrite, action, save);
  return (
    <div className="grid gap-6">
      <PageHead
        title={title}
        mark={mark}
        above={area && <BackLink area={area} />}
        below={below}
        actions={
          <>
            {actions}
            {mayWrite && (
              <Button size="small" className="max-sm:hidden" isBusy={editor.isBusy} onClick={save}>
                {action}
                <KeyHint keys="Mod+Enter" />
              </Button>
            )}
          </>
        }
      />
      {!mayWrite && <p className="text-sm text-muted">Your role can view this but not change it.</p>}
      <NotSaved problem={editor.problem} />
      <div className="flex flex-col gap-x-10 gap-y-8 lg:flex-row lg:items-start">
        <form
          noValidate
          className="min-w-0 grow"
          onSubmit={(event) => {
            event.preventDefault();
            save();
          }}
        >
          <fieldset disabled={!mayWrite} className="grid min-w-0 grid-cols-1 gap-6">
            <legend className="sr-only">{title}</legend>
            {children}
          </fieldset>
          <button type="submit" hidden />
        </form>
        <div className="grid w-full shrink-0 gap-6 lg:w-facts">{aside}</div>
      </div>
      {mayWrite && <SaveAtTheBottom action={action} isBusy={editor.isBusy} onPress={save} />}
      <UnsavedGuard isDirty={editor.isDirty} />
      <ConflictDialog
        conflict={editor.conflict}
        labels={labels}
        show={(name, value) => shown(readable(name, value))}
        {...(by === undefined ? {} : { by })}
        isBusy={editor.isBusy}
        onSave={(merged) => void editor.saveMerged(merged)}
        onClose={editor.leaveConflict}
      />
    </div>
  );
}

/** A record page has one form. */
export const focusFirstField = (): void => document.querySelector<HTMLElement>('main form input')?.focus();

function useFormKeys(mayWrite: boolean, action: string, save: () => void): void {
  useKeys(
    mayWrite
      ? [
          { keys: 'Mod+Enter', says: action, group: 'On this page', inFields: true, run: save },
          { keys: 'e', says: 'Edit', group: 'On this page', run: focusFirstField },
        ]
      : [],
  );
}

const NotSaved = ({ problem }: { problem: Editor<Fields>['problem'] }) =>
  problem && (
    <Notice tone="danger" role="alert" title="Not saved">
      <p>{problem.message}</p>
      {problem.status >= 500 && problem.requestId !== '' && (
        <p className="mt-1 text-xs wrap-anywhere">Request {problem.requestId}</p>
      )}
    </Notice>
  );

/** On a phone, where the header is scrolled away. */
const SaveAtTheBottom = ({
  action,
  isBusy,
  onPress,
}: {
  action: string;
  isBusy: boolean;
  onPress: () => void;
}) => (
  <BottomBar>
    <Button size="small" className="min-h-11 w-full" isBusy={isBusy} onClick={onPress}>
      {action}
    </Button>
  </BottomBar>
);

function shown(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? 'Empty' : value.map(shown).join(' · ');
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (value === '' || value === null || value === undefined) return 'Empty';
  return typeof value === 'object' ? Object.values(value).map(shown).join(', ') : String(value);
}

export const Section = ({ title, hint, children }: { title: string; hint?: string; children: ReactNode }) => (
  <section className="grid grid-cols-1 gap-3 rounded-lg border border-line bg-surface p-4">
    <div>
      <h2 className="font-sans text-base font-semibold">{title}</h2>
      {hint && <p className="text-sm text-muted">{hint}</p>}
    </div>
    {children}
  </section>
);

type TypedProps = {
  label: string;
  hint?: string;
  error: string | undefined;
  value: string;
  onChange: (value: string) => void;
  type?: 'text' | 'date' | 'datetime-local' | 'number';
  inputMode?: 'decimal' | 'numeric' | 'text';
  /** The field's key in `errors`. */
  name?: string;
  disabled?: boolean;
};

export const Typed = ({ label, hint, error, value, onChange, ...rest }: TypedProps) => (
  <Field label={label} {...(hint === undefined ? {} : { hint })} {...(error === undefined ? {} : { error })}>
    {(control: FieldControl) => (
      <TextInput
        {...control}
        {...rest}
        autoComplete="off"
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    )}
  </Field>
);

export const Tick = ({
  label,
  hint,
  checked,
  onChange,
}: {
  label: string;
  hint?: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
}) => (
  <label className="flex min-h-6 items-start gap-2.5">
    <input
      type="checkbox"
      className="tick-box"
      checked={checked}
      onChange={({ target }) => onChange(target.checked)}
    />
    <span>
      <span className="font-medium">{label}</span>
      {hint && <span className="block text-sm text-muted">{hint}</span>}
    </span>
  </label>
);
