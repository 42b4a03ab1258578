/** Edits one group of settings, with its history beside the form. */
import { useParams } from 'react-router';
import { settingGroups, type SettingKey, SettingSave } from '#contract/admin/settings.ts';
import { Section, Typed } from '#web/features/admin/form/editor-frame.tsx';
import type { Editor } from '#web/features/admin/form/use-editor.ts';
import { type Change, VersionedForm } from '#web/features/admin/form/versioned-form.tsx';
import { AmountField } from '#web/features/admin/form/amount-field.tsx';
import { LongText } from '#web/features/admin/form/long-text.tsx';
import { NoSuchScreen } from '#web/features/admin/shell/no-screen.tsx';
import { Field } from '#web/ui/field.tsx';
import { fieldsOfGroup, fromTyped, shownAs, toTyped, type TypedFields } from './setting-fields.ts';
import { type SettingRecord, useStaffSettingQuery, useStaffSettingSaveMutation } from './calls.ts';

const isKey = (text: string): text is SettingKey => Object.hasOwn(settingGroups, text);

export function SettingPage() {
  const { key = '' } = useParams();
  return isKey(key) ? <Group key={key} group={key} /> : <NoSuchScreen />;
}

function Group({ group: key }: { group: SettingKey }) {
  const query = useStaffSettingQuery(key);
  const [save] = useStaffSettingSaveMutation();
  const { title, says } = settingGroups[key];
  const fields = fieldsOfGroup(key);
  return (
    <VersionedForm<TypedFields, SettingRecord, SettingRecord['value']>
      one="settings"
      query={query}
      area={{ path: 'settings', title: 'Settings' }}
      permission="settings.write"
      title={title}
      labelsOf={() => Object.fromEntries(fields.map(({ name, label }) => [name, label]))}
      fieldsOf={({ value }) => toTyped(key, value)}
      toBody={(typed, { version }) => ({ key, version, value: fromTyped(key, typed) })}
      schema={SettingSave}
      send={(body) => save({ body: body as never })}
      saved="Saved. Changes take effect immediately"
      contentsOf={({ value, usual, history }) => ({ value, defaults: usual, history })}
      changes={(before, after) => changesBetween(key, before, after)}
      question="Restore these values?"
      restore={(value, { version }) => save({ body: { key, version, value } as never })}
    >
      {(editor) => (
        <Section title="Current values" hint={says}>
          {fields.map((field) => (
            <OneField key={field.name} field={field} editor={editor} />
          ))}
        </Section>
      )}
    </VersionedForm>
  );
}

/** Per field, as displayed. */
const changesBetween = (key: SettingKey, before: object, after: object): Change[] =>
  fieldsOfGroup(key)
    .map(({ name, label }) => ({
      name,
      label,
      was: shownAs(key, name, before),
      is: shownAs(key, name, after),
    }))
    .filter(({ was, is }) => was !== is);

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
