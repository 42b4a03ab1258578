/**
 * State of a form over one record: fields, errors per field, and conflicts with another user's save. Fields
 * hold what the user typed.
 * `toBody` converts them for the contract's schema, which validates them.
 */
import { useRef, useState } from 'react';
import type { z } from 'zod';
import { slugFrom } from '#kernel/slugs.ts';
import { isUploading, untilUploaded } from '#web/features/admin/act/pending-uploads.ts';
import { type Outcome, useAct } from '#web/features/admin/act/use-act.ts';
import type { Conflict } from './conflict-dialog.tsx';
import type { Fields } from './merge.ts';
import { Unreadable } from './typed-values.ts';

type EditorSettings<T extends Fields, R> = {
  record: R;
  fieldsOf: (record: R) => T;
  /** Converts the fields to the request body. `record` has the version that was edited. */
  toBody: (fields: T, record: R) => Record<string, unknown>;
  schema: z.ZodType;
  /** `key`: the idempotency key of this press. */
  send: (body: Record<string, unknown>, key: string) => PromiseLike<{ data?: R; error?: unknown }>;
  /** Refetches the record from the server. */
  reload: () => Promise<R>;
  onSaved: (record: R) => void;
};

export type Editor<T extends Fields> = {
  fields: T;
  set: <K extends keyof T>(name: K, value: T[K]) => void;
  /** By field path: `benefits.2` for an item of a list, `billing.email` for a nested field. */
  errors: Readonly<Record<string, string>>;
  isDirty: boolean;
  isBusy: boolean;
  problem: ReturnType<typeof useAct>['problem'];
  /** Waits for pending uploads first. `changes`: values to set before saving. */
  save: (changes?: Partial<T>) => Promise<void>;
  conflict: Conflict<T> | null;
  saveMerged: (merged: T) => Promise<void>;
  leaveConflict: () => void;
};

/** Errors about one field, which are shown beside it. */
const fieldOfRefusal: Record<string, string> = {
  product_exists: 'id',
  booster_exists: 'id',
  coupon_exists: 'code',
  template_exists: 'name',
};

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/**
 * `newest` holds the current fields for a save that waited for an upload. The fields captured when its button
 * rendered are older.
 */
function useFields<T>(first: () => T) {
  const [fields, showFields] = useState(first);
  const newest = useRef(fields);
  const setFields = (now: T): void => {
    newest.current = now;
    showFields(now);
  };
  return { fields, newest, setFields };
}

export function useEditor<T extends Fields, R>(settings: EditorSettings<T, R>): Editor<T> {
  const { fieldsOf, toBody, schema, send, reload, onSaved } = settings;
  const [base, setBase] = useState(settings.record);
  const { fields, newest, setFields } = useFields(() => fieldsOf(settings.record));
  const [isWaiting, setWaiting] = useState(false);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [conflict, setConflict] = useState<{ asked: Conflict<T>; record: R } | null>(null);
  const act = useAct();

  const settle = async (outcome: Outcome<R> | null, edited: T): Promise<void> => {
    if (outcome?.kind === 'done') {
      setBase(outcome.data);
      setFields(fieldsOf(outcome.data));
      setConflict(null);
      onSaved(outcome.data);
    } else if (outcome?.kind === 'changed') {
      const record = await reload();
      setConflict({ asked: { before: fieldsOf(base), theirs: fieldsOf(record), mine: edited }, record });
    } else if (outcome?.kind === 'refused') {
      const field = fieldOfRefusal[outcome.error.code];
      if (field === undefined) return;
      setErrors({ [field]: outcome.error.message });
      focusFirst();
    }
  };
  const saveFrom = async (from: R, edited: T): Promise<void> => {
    const body = toBody(edited, from);
    const found = problemsIn(schema, body);
    setErrors(found);
    if (Object.keys(found).length > 0) return focusFirst();
    await settle(await act.run(body, (key) => send(body, key)), edited);
  };
  return {
    fields,
    set: (name, value) => {
      setFields({ ...newest.current, [name]: value });
      setErrors((before) =>
        Object.fromEntries(Object.entries(before).filter(([field]) => !isOf(field, String(name)))),
      );
    },
    errors,
    isDirty: !isSame(fields, fieldsOf(base)),
    isBusy: act.isBusy || isWaiting,
    problem: act.problem !== null && act.problem.code in fieldOfRefusal ? null : act.problem,
    save: async (changes = {}) => {
      if (isWaiting) return;
      if (isUploading()) {
        setWaiting(true);
        await untilUploaded();
        setWaiting(false);
      }
      const edited = { ...newest.current, ...changes };
      setFields(edited);
      await saveFrom(base, edited);
    },
    conflict: conflict?.asked ?? null,
    saveMerged: async (merged) => {
      if (conflict === null) return;
      setBase(conflict.record);
      setFields(merged);
      setConflict(null);
      await saveFrom(conflict.record, merged);
    },
    leaveConflict: () => {
      if (conflict !== null) setBase(conflict.record);
      setConflict(null);
    },
  };
}

/**
 * `benefits.2` belongs to `benefits`, `billing.email` to `email`, and `details.steps.1.title` to `steps`. A
 * name may contain dots.
 */
const isOf = (field: string, name: string): boolean => `.${field}.`.includes(`.${name}.`);

/**
 * Uses the sentence of an `Unreadable` value, otherwise the schema's message. A generic message is replaced
 * by a hint to enter a number.
 */
function problemsIn(schema: z.ZodType, body: unknown): Record<string, string> {
  const result = schema.safeParse(body);
  if (result.success) return {};
  const problems: Record<string, string> = {};
  for (const { path, message } of result.error.issues) {
    const value = valueAt(body, path);
    const general = /^Invalid (input|option)/.test(message) ? 'Enter a number, for example 120.00' : message;
    problems[path.join('.')] ??= value instanceof Unreadable ? value.sentence : general;
  }
  return problems;
}

const valueAt = (body: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce((value, name) => (value as Record<PropertyKey, unknown> | null | undefined)?.[name], body);

/** Runs after the errors have rendered. */
function focusFirst(): void {
  requestAnimationFrame(() => document.querySelector<HTMLElement>('main [aria-invalid="true"]')?.focus());
}

/** Converts `Employer ID number (EIN)` to `employer-id-number-ein`. */
export const addressOf = (name: string): string => slugFrom(name, 60);
