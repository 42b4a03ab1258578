/**
 * A field for dollars. On blur it shows the parsed amount, so the user notices a misreading before
 * submitting.
 */
import { Field } from '#web/ui/field.tsx';
import { TextInput } from '#web/ui/text-input.tsx';
import { formattedAmount } from './typed-values.ts';

type AmountFieldProps = {
  label: string;
  hint?: string;
  error: string | undefined;
  value: string;
  onChange: (value: string) => void;
  /** The field's key in `errors`. */
  name?: string;
  disabled?: boolean;
  autoFocus?: boolean;
  /** For a dialog in which it is the only field. */
  isNarrow?: boolean;
};

export const AmountField = ({
  label,
  hint,
  error,
  value,
  onChange,
  isNarrow = false,
  ...rest
}: AmountFieldProps) => (
  <Field label={label} {...(hint === undefined ? {} : { hint })} {...(error === undefined ? {} : { error })}>
    {(control) => (
      <TextInput
        {...control}
        {...rest}
        inputMode="decimal"
        autoComplete="off"
        className={isNarrow ? 'max-w-44 money' : ''}
        value={value}
        onFocus={({ target }) => target.select()}
        onChange={({ target }) => onChange(target.value)}
        onBlur={() => {
          const shown = formattedAmount(value);
          if (shown !== value) onChange(shown);
        }}
      />
    )}
  </Field>
);
