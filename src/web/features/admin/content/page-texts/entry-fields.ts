/**
 * A list of entries as form fields: one per part of each entry, such as `how-to-contact.answer`, and one for
 * the order. Edits to different parts do not conflict; a conflict is resolved part by part.
 */
import { PageTextSave, type PageTextKey } from '#contract/admin/page-texts.ts';
import { addressOf } from '#web/features/admin/form/use-editor.ts';
import { z } from 'zod';

/** Such as a question. */
export type Entry = { id: string; [part: string]: unknown };
export type ListFields = Record<string, unknown>;

/** Form definition of one kind of entry. An entry exists if its first part does. */
export type EntryKind = {
  key: PageTextKey;
  one: string;
  /** By part, in form order. */
  labels: Readonly<Record<string, string>>;
  fresh: Readonly<Record<string, unknown>>;
  partsOf: (entry: Entry) => Record<string, unknown>;
  entryOf: (parts: Record<string, unknown>) => Record<string, unknown>;
  /**
   * Parts that pages in other languages also show, translated or in English. Omitted if none of their pages
   * shows such entries.
   */
  spoken?: readonly string[];
  /** The display name of an entry. */
  nameOf: (parts: Record<string, unknown>) => string;
};

const firstPart = ({ labels }: Pick<EntryKind, 'labels'>): string => Object.keys(labels)[0] ?? '';

export const fieldsOf = (kind: EntryKind, entries: readonly Entry[]): ListFields => ({
  order: entries.map(({ id }) => id),
  ...Object.fromEntries(
    entries.flatMap((entry: Entry) =>
      Object.entries(kind.partsOf(entry)).map(([part, value]) => [`${entry.id}.${part}`, value]),
    ),
  ),
});

/** The existing entries in order. Entries that another user added come last. */
export function idsIn(kind: Pick<EntryKind, 'labels'>, fields: ListFields): string[] {
  const end = `.${firstPart(kind)}`;
  const ids = Object.keys(fields).flatMap((name) =>
    name.endsWith(end) && fields[name] !== undefined ? [name.slice(0, -end.length)] : [],
  );
  const order = (fields.order as string[]).filter((id) => ids.includes(id));
  return [...order, ...ids.filter((id) => !order.includes(id))];
}

export const partsIn = (
  { labels }: Pick<EntryKind, 'labels'>,
  fields: ListFields,
  id: string,
): Record<string, unknown> =>
  Object.fromEntries(Object.keys(labels).map((part) => [part, fields[`${id}.${part}`]]));

/**
 * Entries that appear in English on pages in other languages. Only the built-in texts are translated, not
 * texts written in the console.
 */
export function idsInEnglish(
  { labels, spoken = [] }: Pick<EntryKind, 'labels' | 'spoken'>,
  fields: ListFields,
  defaults: readonly Entry[],
): string[] {
  const translated = new Set(['', ...defaults.flatMap((entry) => spoken.map((part) => entry[part]))]);
  return idsIn({ labels }, fields).filter((id) =>
    spoken.some((part) => !translated.has(String(fields[`${id}.${part}`] ?? '').trim())),
  );
}

const newId = /^new-\d+$/;

export const freshId = (fields: ListFields): string => {
  const taken = Object.keys(fields).filter((name) => name.startsWith('new-'));
  return `new-${taken.length + 1}`;
};

/** A permanent id derived from the entry's name; `how-do-i-pay-2` if it is taken. */
function lastingId(text: string, fallback: string, taken: readonly string[]): string {
  const base = addressOf(text) || fallback;
  const free = (at: number): string => {
    const id = at === 1 ? base : `${base}-${at}`;
    return taken.includes(id) ? free(at + 1) : id;
  };
  return free(1);
}

/** Element ids that the page already uses. */
const idsOfPages = ['main', 'more-questions', 'testimonials', 'assurances', 'essential-services'];

/** The request body, and the form's key for each entry. */
export function bodyOf(kind: EntryKind, fields: ListFields, version: number) {
  const keys = idsIn(kind, fields);
  const taken = [...idsOfPages, ...keys];
  const entries = keys.map((key) => {
    const parts = partsIn(kind, fields, key);
    const id = newId.test(key) ? lastingId(kind.nameOf(parts), kind.one, taken) : key;
    taken.push(id);
    return { id, ...kind.entryOf(parts) };
  });
  return { keys, body: { key: kind.key, version, entries } };
}

/** Validates with the contract's schema and maps each error to its form field. */
export const schemaOf = (kind: Pick<EntryKind, 'labels'>): z.ZodType =>
  z.custom<ReturnType<typeof bodyOf>>().superRefine(({ keys, body }, context) => {
    for (const { path, message } of PageTextSave.safeParse(body).error?.issues ?? []) {
      const [list, at, part, line, inner] = path;
      const key = list === 'entries' && typeof at === 'number' ? keys[at] : undefined;
      if (key === undefined) context.addIssue({ code: 'custom', message, path: ['order'] });
      else {
        const name = part === 'id' || part === undefined ? firstPart(kind) : String(part);
        context.addIssue({
          code: 'custom',
          message,
          path: [key, name, ...(inner === undefined ? [] : [String(line), String(inner)])],
        });
      }
    }
  });

/** The display name of an entry, or a placeholder for a new one without text. */
export const calledIn = (
  kind: Pick<EntryKind, 'labels' | 'nameOf' | 'one'>,
  fields: ListFields,
  id: string,
): string => kind.nameOf(partsIn(kind, fields, id)) || `A ${kind.one}`;

/** The label of each field, for the conflict dialog. */
export const labelsIn = (
  kind: Pick<EntryKind, 'labels' | 'nameOf' | 'one'>,
  fields: ListFields,
): Record<string, string> =>
  Object.fromEntries(
    Object.keys(fields).map((name) => {
      const [id = '', part = ''] = name.split('.');
      return [
        name,
        name === 'order' ? 'Order' : `${calledIn(kind, fields, id)}: ${kind.labels[part] ?? part}`,
      ];
    }),
  );
