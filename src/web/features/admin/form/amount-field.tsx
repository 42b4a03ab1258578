/** A field for dollars. Once it is left it shows the amount as it was understood, so that a misread one is seen before it is sent. */
import { Field } from '#web/ui/field.tsx';
import { TextInput } from '#web/ui/text-input.tsx';
import { understood } from './typed-values.ts';

type AmountFieldProps = {
  label: string;
  hint?: string;
  error: string | undefined;
  value: string;
  onChange: (value: string) => void;
  /** By which a key finds it. */
  name?: string;
  disabled?: boolean;
  autoFocus?: boolean;
  /** In a dialog, where the field stands alone. */
  isNarrow?: boolean;
};

export const AmountField = ({ label, hint, error, value, onChange, isNarrow = false, ...rest }: AmountFieldProps) => (
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
          const shown = understood(value);
          if (shown !== value) onChange(shown);
        }}
      />
    )}
  </Field>
);
