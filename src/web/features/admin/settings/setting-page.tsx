/** Edits one group of settings, with its history beside the form. */
import { useState } from 'react';
import { useParams } from 'react-router';
import { settingGroups, type SettingKey, SettingSave } from '#contract/admin/settings.ts';
import { EditorFrame, Section, Typed } from '#web/features/admin/form/editor-frame.tsx';
import { LoadedRecord } from '#web/features/admin/form/record-form.tsx';
import { LastChange } from '#web/features/admin/form/version-history.tsx';
import { type Editor, useEditor } from '#web/features/admin/form/use-editor.ts';
import { AmountField } from '#web/features/admin/form/amount-field.tsx';
import { LongText } from '#web/features/admin/form/long-text.tsx';
import { NoSuchScreen } from '#web/features/admin/shell/no-screen.tsx';
import { Field } from '#web/ui/field.tsx';
import * as toasts from '#web/ui/toasts.ts';
import { fieldsOfGroup, fromTyped, toTyped, type TypedFields } from './setting-fields.ts';
import { SettingHistory } from './setting-history.tsx';
import { type SettingRecord, useStaffSettingQuery, useStaffSettingSaveMutation } from './calls.ts';

const isKey = (text: string): text is SettingKey => Object.hasOwn(settingGroups, text);

export function SettingPage() {
  const { key = '' } = useParams();
  return isKey(key) ? <Group key={key} group={key} /> : <NoSuchScreen />;
}

function Group({ group }: { group: SettingKey }) {
  const query = useStaffSettingQuery(group);
  /** Incremented to remount the form after an earlier version was restored. */
  const [times, setTimes] = useState(0);
  return (
    <LoadedRecord one="settings" query={query}>
      {(record, reload) => (
        <GroupForm key={times} record={record} reload={reload} onRestored={() => setTimes(times + 1)} />
      )}
    </LoadedRecord>
  );
}

type GroupFormProps = { record: SettingRecord; reload: () => Promise<SettingRecord>; onRestored: () => void };

function GroupForm({ record, reload, onRestored }: GroupFormProps) {
  const { key, changed } = record;
  const [send] = useStaffSettingSaveMutation();
  const { title, says } = settingGroups[key];
  const fields = fieldsOfGroup(key);
  const editor = useEditor<TypedFields, SettingRecord>({
    record,
    fieldsOf: ({ value }) => toTyped(key, value),
    toBody: (typed, { version }) => ({ key, version, value: fromTyped(key, typed) }),
    schema: SettingSave,
    send: (body) => send({ body: body as never }),
    reload,
    onSaved: () => toasts.success('Saved. Changes take effect immediately'),
  });
  return (
    <EditorFrame
      area={{ path: 'settings', title: 'Settings' }}
      permission="settings.write"
      title={title}
      below={<LastChange changed={changed} />}
      action="Save"
      labels={Object.fromEntries(fields.map(({ name, label }) => [name, label]))}
      editor={editor}
      by={changed?.by ?? undefined}
      aside={<SettingHistory record={record} onRestored={() => void reload().then(onRestored)} />}
    >
      <Section title="Current values" hint={says}>
        {fields.map((field) => (
          <OneField key={field.name} field={field} editor={editor} />
        ))}
      </Section>
    </EditorFrame>
  );
}

/** Includes errors of one item or one day of a list. */
const errorOf = (errors: Editor<TypedFields>['errors'], name: string): string | undefined =>
  Object.entries(errors).find(([path]) => path === `value.${name}` || path.startsWith(`value.${name}.`))?.[1];

type OneFieldProps = { field: ReturnType<typeof fieldsOfGroup>[number]; editor: Editor<TypedFields> };

function OneField({
  field: { name, label, kind, unit, says },
  editor: { fields, errors, set },
}: OneFieldProps) {
  const error = errorOf(errors, name);
  const value = fields[name] ?? '';
  const named = unit === undefined ? label : `${label} (${unit})`;
  const change = (text: string) => set(name, text);
  if (kind === 'lines')
    return (
      <Field
        label={named}
        {...(says === undefined ? {} : { hint: says })}
        {...(error === undefined ? {} : { error })}
      >
        {(control) => <LongText {...control} value={value} onChange={({ target }) => change(target.value)} />}
      </Field>
    );
  const shared = {
    label: named,
    ...(says === undefined ? {} : { hint: says }),
    error,
    value,
    onChange: change,
  };
  if (kind === 'dollars') return <AmountField {...shared} />;
  return (
    <Typed
      {...shared}
      type={kind === 'date' ? 'date' : 'text'}
      inputMode={kind === 'percent' ? 'decimal' : kind === 'number' ? 'numeric' : 'text'}
    />
  );
}
