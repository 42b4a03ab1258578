/** One line of an account form: label, hint, field, and error. */
import type { ComponentProps, ReactNode } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { Field } from '#web/ui/field.tsx';
import { TextInput } from '#web/ui/text-input.tsx';

type TextFieldProps = Omit<ComponentProps<typeof TextInput>, 'required'> & {
  label: string;
  hint?: string;
  advice?: ReactNode;
  errorLines?: 1 | 2;
  error: string | undefined;
  registration: UseFormRegisterReturn;
};

export const TextField = ({
  label,
  hint,
  advice,
  errorLines,
  error,
  registration,
  ...rest
}: TextFieldProps) => (
  <Field label={label} hint={hint} advice={advice} errorLines={errorLines} error={error}>
    {(control) => <TextInput {...control} {...registration} {...rest} required />}
  </Field>
);
