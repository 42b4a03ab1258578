/**
 * The code of the second factor in a form that needs one: because the account has it on, or because the server said so. What is wrong with
 * the code stands at its field, and the rest of the form stays as it was typed.
 */
import { useState } from 'react';
import { flushSync } from 'react-dom';
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';
import { TextField } from '#web/ui/fields/text-field.tsx';
import type { CurrentUser } from '#web/session/api.ts';
import { isRefusal } from '#web/session/refusal.ts';

export const anyCode = 'Six digits from your app, or one of your recovery codes.';

const codesAboutCode = new Set(['code_required', 'code_wrong']);

type AskedCode<Typed extends FieldValues> = {
  form: UseFormReturn<Typed>;
  isAsked: boolean;
  /** True when the refusal was about the code and is now said at its field. */
  takes(error: unknown): boolean;
};

export function useAskedCode<Typed extends FieldValues & { code?: string | undefined }>(
  form: UseFormReturn<Typed>,
  { twoFactorEnabled }: Pick<CurrentUser, 'twoFactorEnabled'>,
): AskedCode<Typed> {
  // Another tab may have turned it on since this one has read the person.
  const [wasRefused, setRefused] = useState(false);
  const takes = (error: unknown): boolean => {
    if (!isRefusal(error) || !codesAboutCode.has(error.code)) return false;
    // The field must stand there to take the focus.
    flushSync(() => setRefused(true));
    form.setError('code' as FieldPath<Typed>, { message: error.message }, { shouldFocus: true });
    return true;
  };
  return { form, isAsked: twoFactorEnabled || wasRefused, takes };
}

export function CodeField<Typed extends FieldValues>({ form, isAsked }: AskedCode<Typed>) {
  if (!isAsked) return null;
  const name = 'code' as FieldPath<Typed>;
  return (
    <TextField
      label="Code"
      hint={anyCode}
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={40}
      error={form.getFieldState(name, form.formState).error?.message}
      registration={form.register(name)}
    />
  );
}
