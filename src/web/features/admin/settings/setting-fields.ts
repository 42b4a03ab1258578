/**
 * Converts a group of settings to form fields and back. Invalid input becomes a value that the contract's
 * schema rejects.
 */
import { type FieldKind, settingGroups, type SettingKey } from '#contract/admin/settings.ts';
import { formatDate } from '#kernel/dates.ts';
import {
  dollarsAsText,
  neededDollars,
  percentTyped,
  Unreadable,
} from '#web/features/admin/form/typed-values.ts';

export type TypedFields = Record<string, string>;

type SettingField = { name: string; label: string; kind: FieldKind; unit?: string; says?: string };

export const fieldsOfGroup = (key: SettingKey): SettingField[] =>
  Object.entries(settingGroups[key].fields as Record<string, Omit<SettingField, 'name'>>).map(
    ([name, field]) => ({
      name,
      ...field,
    }),
  );

const basisPointsPerPercent = 100;

const toInteger = (text: string): number => (/^\s*\d+\s*$/.test(text) ? Number(text) : Number.NaN);

const typedAs: Record<FieldKind, (value: never) => string> = {
  text: (value: string) => value,
  url: (value: string) => value,
  lines: (value: string[]) => value.join('\n'),
  date: (value: string | null) => value ?? '',
  dollars: (value: number) => dollarsAsText(value),
  percent: (value: number) => String(value / basisPointsPerPercent),
  number: (value: number) => String(value),
  days: (value: number[]) => value.join(', '),
};

const parserOf: Record<FieldKind, (text: string) => unknown> = {
  text: (text) => text,
  url: (text) => text.trim(),
  lines: (text) =>
    text
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean),
  date: (text) => (text === '' ? null : text),
  dollars: neededDollars,
  percent: (text) => {
    const percent = percentTyped(text);
    return percent instanceof Unreadable ? percent : Math.round(percent * basisPointsPerPercent);
  },
  number: toInteger,
  days: (text) => text.split(',').map(toInteger),
};

export const toTyped = (key: SettingKey, value: object): TypedFields =>
  Object.fromEntries(
    fieldsOfGroup(key).map(({ name, kind }) => [
      name,
      typedAs[kind]((value as Record<string, never>)[name] as never),
    ]),
  );

export const fromTyped = (key: SettingKey, typed: TypedFields): Record<string, unknown> =>
  Object.fromEntries(fieldsOfGroup(key).map(({ name, kind }) => [name, parserOf[kind](typed[name] ?? '')]));

/** Formats a value for read-only display: "Nothing" if there is none. */
export const shownAs = (key: SettingKey, name: string, value: object): string => {
  const field = fieldsOfGroup(key).find((candidate) => candidate.name === name);
  const text = toTyped(key, value)[name] ?? '';
  if (text === '') return 'Empty';
  if (field?.kind === 'date') return formatDate(text);
  if (field?.kind === 'dollars' || field?.unit === undefined) return text;
  return field.unit === '%' ? `${text}%` : `${text} ${field.unit}`;
};
