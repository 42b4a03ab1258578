/**
 * A form as a table of fields. A field has a label, a control, and the conversions between the record and what
 * the user types. Labels, initial values, the request body, and the form follow from the table.
 */
import type { ReactNode } from 'react';
import { Field } from '#web/ui/field.tsx';
import { Select } from '#web/ui/select.tsx';
import { AmountField } from './amount-field.tsx';
import { Section, Tick, Typed } from './editor-frame.tsx';
import { type LineControl, LineInput, RowsEditor } from './lines-editor.tsx';
import { LongText } from './long-text.tsx';
import {
  dollarsAsText,
  dollarsTyped,
  neededDollars,
  parseInteger,
  parseRequiredInteger,
} from './typed-values.ts';
import type { Editor } from './use-editor.ts';

type ControlProps<V> = {
  label: string;
  hint?: string;
  error: string | undefined;
  value: V;
  onChange(value: V): void;
  /** For a field of several inputs: its key in `errors`, and the errors of the form. */
  name: string;
  errors: Readonly<Record<string, string>>;
};

type FormField<V, Stored> = {
  label: string;
  hint?: string;
  /** The value in a new record. */
  fresh: V;
  /** The name of another error that is shown beside this field. */
  alsoErrorOf?: string;
  /** Converts the value of the record to what the user edits. */
  typed(stored: Stored): V;
  /** Converts what the user edited for the contract's schema. */
  sent(value: V): unknown;
  control(props: ControlProps<V>): ReactNode;
};

export type FieldTable = Readonly<Record<string, FormField<unknown, unknown>>>;

/** The fields of the editor. */
export type FieldsOf<T extends FieldTable> = { [Name in keyof T]: T[Name]['fresh'] };

type RecordOf<T extends FieldTable> = { [Name in keyof T]: Parameters<T[Name]['typed']>[0] };

type Options<V = string> = Partial<Pick<FormField<V, unknown>, 'hint' | 'fresh' | 'alsoErrorOf'>>;

const same = <T,>(value: T): T => value;

/** The part of the props that an input takes. */
const inputProps = <V,>({ name: _name, errors: _errors, ...props }: ControlProps<V>) => props;

const textControl = (props: ControlProps<string>) => <Typed {...inputProps(props)} />;

/** A field that is sent as it is stored. */
export const customField = <V,>(
  label: string,
  fresh: V,
  control: (props: ControlProps<V>) => ReactNode,
): FormField<V, V> => ({ label, fresh, typed: same, sent: same, control });

export const textField = (label: string, options: Options = {}): FormField<string, string> => ({
  label,
  fresh: '',
  ...options,
  typed: same,
  sent: same,
  control: textControl,
});

const frameProps = ({ label, hint, error }: Pick<ControlProps<unknown>, 'label' | 'hint' | 'error'>) => ({
  label,
  ...(hint === undefined ? {} : { hint }),
  ...(error === undefined ? {} : { error }),
});

export const longTextField = (
  label: string,
  { rows, ...options }: Options & { rows: number },
): FormField<string, string> => ({
  ...textField(label, options),
  control: (props) => (
    <Field {...frameProps(props)}>
      {(control) => (
        <LongText
          {...control}
          rows={rows}
          value={props.value}
          onChange={({ target }) => props.onChange(target.value)}
        />
      )}
    </Field>
  ),
});

/** `choices`: their labels, in order. A record without a value starts with the default of a new record. */
export const choiceField = <V extends string>(
  label: string,
  choices: Readonly<Record<V, string>>,
  { fresh, ...options }: Omit<Options, 'fresh'> & { fresh: NoInfer<V> },
): FormField<V, V | null> => ({
  label,
  fresh,
  ...options,
  typed: (stored) => stored ?? fresh,
  sent: same,
  control: (props) => (
    <Field {...frameProps(props)}>
      {(control) => (
        <Select {...control} value={props.value} onChange={({ target }) => props.onChange(target.value as V)}>
          {Object.entries<string>(choices).map(([choice, name]) => (
            <option key={choice} value={choice}>
              {name}
            </option>
          ))}
        </Select>
      )}
    </Field>
  ),
});

type ListOptions = {
  /** The name of one item: `Benefit`. */
  one: string;
  atMost: number;
  hint: string;
  /** The heading of the section; default: the label. */
  title?: string;
};

/** A list in a section. `children`: the fields of a line. */
export const rowsField = <Row,>(
  label: string,
  { one, atMost, hint, title = label, empty }: ListOptions & { empty: Row },
  children: (row: Row, line: LineControl<Row>, errors: ControlProps<Row[]>['errors']) => ReactNode,
): FormField<Row[], Row[]> =>
  customField<Row[]>(label, [], ({ name, value, errors, onChange }) => (
    <Section title={title} hint={hint}>
      <RowsEditor
        one={one}
        name={name}
        rows={value}
        errors={errors}
        atMost={atMost}
        empty={empty}
        onChange={onChange}
      >
        {(row, line) => children(row, line, errors)}
      </RowsEditor>
    </Section>
  ));

/** A list of lines of text in a section. */
export const linesField = (label: string, options: ListOptions): FormField<string[], string[]> =>
  rowsField(label, { ...options, empty: '' }, (text, { label: line, name, onKeyDown, set }, errors) => (
    <LineInput label={line} error={errors[name]} value={text} onKeyDown={onKeyDown} onChange={set} />
  ));

export const dollarsField = (label: string, options: Options = {}): FormField<string, number> => ({
  label,
  fresh: '',
  ...options,
  typed: dollarsAsText,
  sent: neededDollars,
  control: (props) => <AmountField {...inputProps(props)} />,
});

export const optionalDollarsField = (
  label: string,
  options: Options = {},
): FormField<string, number | null> => ({
  ...dollarsField(label, options),
  typed: dollarsAsText,
  sent: dollarsTyped,
});

const integerControl = (props: ControlProps<string>) => <Typed {...inputProps(props)} inputMode="numeric" />;

export const integerField = (label: string, options: Options = {}): FormField<string, number> => ({
  label,
  fresh: '',
  ...options,
  typed: String,
  sent: parseRequiredInteger,
  control: integerControl,
});

export const optionalIntegerField = (
  label: string,
  options: Options = {},
): FormField<string, number | null> => ({
  label,
  fresh: '',
  ...options,
  typed: (stored) => (stored === null ? '' : String(stored)),
  sent: parseInteger,
  control: integerControl,
});

/** Local time in the format of the input: `2026-11-24T09:30`. */
export function localTime(moment: string | Date | null): string {
  if (moment === null) return '';
  const date = new Date(moment);
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
const utcTime = (local: string): string =>
  Number.isNaN(Date.parse(local)) ? '' : new Date(local).toISOString();

/** A time that is entered in the user's time zone and sent in UTC. */
export const timeField = (label: string, options: Options = {}): FormField<string, string> => ({
  label,
  fresh: '',
  ...options,
  typed: localTime,
  sent: utcTime,
  control: (props) => <Typed {...inputProps(props)} type="datetime-local" />,
});

export const optionalTimeField = (
  label: string,
  options: Options = {},
): FormField<string, string | null> => ({
  ...timeField(label, options),
  typed: localTime,
  sent: (local) => (local === '' ? null : utcTime(local)),
});

export const tickField = (label: string, options: Options<boolean> = {}): FormField<boolean, boolean> => ({
  label,
  fresh: false,
  ...options,
  typed: same,
  sent: same,
  control: ({ label, hint, value, onChange }) => (
    <Tick label={label} {...(hint === undefined ? {} : { hint })} checked={value} onChange={onChange} />
  ),
});

const mapped = (
  table: FieldTable,
  each: (field: FieldTable[string], name: string) => unknown,
): Record<string, unknown> =>
  Object.fromEntries(Object.entries(table).map(([name, field]) => [name, each(field, name)]));

/** The parts of a `RecordForm` that follow from the table. */
export const formOf = <T extends FieldTable>(table: T) => ({
  labels: mapped(table, ({ label }) => label) as Record<keyof T & string, string>,
  fresh: mapped(table, ({ fresh }) => fresh) as FieldsOf<T>,
  fieldsOf: (record: RecordOf<T>): FieldsOf<T> =>
    mapped(table, (field, name) => field.typed((record as Record<string, unknown>)[name])) as FieldsOf<T>,
  sharedBody: (fields: FieldsOf<T>): Record<string, unknown> =>
    mapped(table, (field, name) => field.sent((fields as Record<string, unknown>)[name])),
});

type TableFieldsProps<T extends FieldTable> = {
  table: T;
  editor: Pick<Editor<FieldsOf<T>>, 'fields' | 'errors' | 'set'>;
  /** Names of the fields, one per line. The fields of a list share two columns. */
  rows: readonly ((keyof T & string) | readonly (keyof T & string)[])[];
  /** The part of the request body that has the fields, such as `details`. */
  within?: string;
};

export function TableFields<T extends FieldTable>({
  table,
  editor: { fields, errors, set },
  rows,
  within,
}: TableFieldsProps<T>) {
  const one = (name: keyof T & string) => {
    const { label, hint, alsoErrorOf = '', control: Control } = table[name] as FieldTable[string];
    const key = within === undefined ? name : `${within}.${name}`;
    return (
      <Control
        key={name}
        label={label}
        {...(hint === undefined ? {} : { hint })}
        name={key}
        errors={errors}
        error={errors[key] ?? errors[alsoErrorOf]}
        value={fields[name]}
        onChange={(value) => set(name, value as FieldsOf<T>[typeof name])}
      />
    );
  };
  return rows.map((row) =>
    typeof row === 'string' ? (
      one(row)
    ) : (
      <div key={row.join(' ')} className="grid gap-x-4 sm:grid-cols-2">
        {row.map(one)}
      </div>
    ),
  );
}
