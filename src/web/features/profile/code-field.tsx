/**
 * The two-factor code field of a form that may need one: the account has it enabled, or the server asked for
 * it. Errors about the code are shown at this field; the rest of the form stays unchanged.
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
  /** True if the error was about the code and is now shown at its field. */
  takes(error: unknown): boolean;
};

export function useAskedCode<Typed extends FieldValues & { code?: string | undefined }>(
  form: UseFormReturn<Typed>,
  { twoFactorEnabled }: Pick<CurrentUser, 'twoFactorEnabled'>,
): AskedCode<Typed> {
  // Another tab may have enabled it since this one loaded the user.
  const [wasRefused, setRefused] = useState(false);
  const takes = (error: unknown): boolean => {
    if (!isRefusal(error) || !codesAboutCode.has(error.code)) return false;
    // The field must be rendered before it can take the focus.
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
