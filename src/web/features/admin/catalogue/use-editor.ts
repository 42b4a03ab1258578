/**
 * A form over one record: its fields, what is wrong beside each, and what is to happen when somebody else has saved it meanwhile. Fields are
 * as people type them; `toBody` makes of them what the contract's schema takes, and the schema says what is wrong.
 */
import { useRef, useState } from 'react';
import type { z } from 'zod';
import { slugFrom } from '#kernel/slugs.ts';
import { isUploading, untilUploaded } from '#web/features/admin/act/pending-uploads.ts';
import { type Outcome, useAct } from '#web/features/admin/act/use-act.ts';
import type { Conflict } from '#web/features/admin/form/conflict-dialog.tsx';
import type { Fields } from '#web/features/admin/form/merge.ts';
import { Unreadable } from '#web/features/admin/form/typed-values.ts';

type EditorSettings<T extends Fields, R> = {
  record: R;
  fieldsOf: (record: R) => T;
  /** What is sent; `record` has the version that it was made from. */
  toBody: (fields: T, record: R) => Record<string, unknown>;
  schema: z.ZodType;
  /** `key`: of this press, for what must not happen twice. */
  send: (body: Record<string, unknown>, key: string) => PromiseLike<{ data?: R; error?: unknown }>;
  /** The record as it is on the server now. */
  readAgain: () => Promise<R>;
  onSaved: (record: R) => void;
};

export type Editor<T extends Fields> = {
  fields: T;
  set: <K extends keyof T>(name: K, value: T[K]) => void;
  /** By field; `benefits.2` for a line of a list, `billing.email` for a part of what is sent. */
  errors: Readonly<Record<string, string>>;
  isDirty: boolean;
  isBusy: boolean;
  problem: ReturnType<typeof useAct>['problem'];
  /** Waits for a picture that is on its way. `changes`: what a press sets before it saves. */
  save: (changes?: Partial<T>) => Promise<void>;
  conflict: Conflict<T> | null;
  saveMerged: (merged: T) => Promise<void>;
  leaveConflict: () => void;
};

/** Refusals about one field, which are said beside it. */
const fieldOfRefusal: Record<string, string> = {
  product_exists: 'id',
  booster_exists: 'id',
  coupon_exists: 'code',
  template_exists: 'name',
};

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** `newest`: what a press saves that has waited for an upload, newer than the fields that were drawn with its button. */
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
  const { fieldsOf, toBody, schema, send, readAgain, onSaved } = settings;
  const [base, setBase] = useState(settings.record);
  const { fields, newest, setFields } = useFields(() => fieldsOf(settings.record));
  const [isWaiting, setWaiting] = useState(false);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [conflict, setConflict] = useState<{ asked: Conflict<T>; record: R } | null>(null);
  const act = useAct();

  const settle = async (outcome: Outcome<R> | null, mine: T): Promise<void> => {
    if (outcome?.kind === 'done') {
      setBase(outcome.data);
      setFields(fieldsOf(outcome.data));
      setConflict(null);
      onSaved(outcome.data);
    } else if (outcome?.kind === 'changed') {
      const record = await readAgain();
      setConflict({ asked: { before: fieldsOf(base), theirs: fieldsOf(record), mine }, record });
    } else if (outcome?.kind === 'refused') {
      const field = fieldOfRefusal[outcome.error.code];
      if (field === undefined) return;
      setErrors({ [field]: outcome.error.message });
      focusFirst();
    }
  };
  const saveFrom = async (from: R, mine: T): Promise<void> => {
    const body = toBody(mine, from);
    const found = problemsIn(schema, body);
    setErrors(found);
    if (Object.keys(found).length > 0) return focusFirst();
    await settle(await act.run(body, (key) => send(body, key)), mine);
  };
  return {
    fields,
    set: (name, value) => {
      setFields({ ...newest.current, [name]: value });
      setErrors((before) => Object.fromEntries(Object.entries(before).filter(([field]) => !isOf(field, String(name)))));
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
      const mine = { ...newest.current, ...changes };
      setFields(mine);
      await saveFrom(base, mine);
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

/** `benefits.2` is of benefits, `billing.email` of email, and `details.steps.1.title` of steps; a name may have dots itself. */
const isOf = (field: string, name: string): boolean => `.${field}.`.includes(`.${name}.`);

/** The sentence of an unreadable value, else the schema's own; where it has none, what was typed is no number. */
function problemsIn(schema: z.ZodType, body: unknown): Record<string, string> {
  const result = schema.safeParse(body);
  if (result.success) return {};
  const problems: Record<string, string> = {};
  for (const { path, message } of result.error.issues) {
    const value = valueAt(body, path);
    const general = /^Invalid (input|option)/.test(message) ? 'Enter a number such as 120.00' : message;
    problems[path.join('.')] ??= value instanceof Unreadable ? value.sentence : general;
  }
  return problems;
}

const valueAt = (body: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce((value, name) => (value as Record<PropertyKey, unknown> | null | undefined)?.[name], body);

/** After the errors are drawn. */
function focusFirst(): void {
  requestAnimationFrame(() => document.querySelector<HTMLElement>('main [aria-invalid="true"]')?.focus());
}

/** `Employer ID number (EIN)` becomes `employer-id-number-ein`. */
export const addressOf = (name: string): string => slugFrom(name, 60);
