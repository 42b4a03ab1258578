/** Connects a field to its form: its error, and how the form reads it. */
import type { FieldPath, FieldValues, UseFormRegisterReturn, UseFormReturn } from 'react-hook-form';

type Bound = { error: string | undefined; registration: UseFormRegisterReturn };

export const bound = <Values extends FieldValues, Sent>(
  form: UseFormReturn<Values, unknown, Sent>,
  name: FieldPath<Values>,
): Bound => ({
  error: form.getFieldState(name, form.formState).error?.message,
  registration: form.register(name),
});
