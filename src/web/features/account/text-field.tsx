/** One line of an account form: label, hint, field and what is wrong with it. */
import type { ComponentProps } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { Field } from '#web/ui/field.tsx';
import { TextInput } from '#web/ui/text-input.tsx';

type TextFieldProps = Omit<ComponentProps<typeof TextInput>, 'required'> & {
  label: string;
  hint?: string;
  error: string | undefined;
  registration: UseFormRegisterReturn;
};

export const TextField = ({ label, hint, error, registration, ...rest }: TextFieldProps) => (
  <Field label={label} hint={hint} error={error}>
    {(control) => <TextInput {...control} {...registration} {...rest} required />}
  </Field>
);
