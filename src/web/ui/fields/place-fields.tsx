/** Country and telephone number, which belong together: the country says how the number begins. For checkout, registration and profile. */
import { useEffect, useState, useSyncExternalStore } from 'react';
import type { ControllerRenderProps, UseFormRegisterReturn } from 'react-hook-form';
import { type Country, countries } from './countries.ts';
import { Field } from '#web/ui/field.tsx';
import { CountrySelect } from './country-select.tsx';
import { loadPhoneNumbers, type PhoneNumbers } from './phone-check.ts';
import { phoneHint } from './phone-hint.ts';
import { TextField } from './text-field.tsx';

const never = () => () => undefined;
const none: Country[] = [];

/**
 * Empty while the page starts: the server's names for countries could differ from the browser's by a version. In a form that comes
 * later they are there at once, so that a choice that was made before is not lost.
 */
const useCountries = (): Country[] => useSyncExternalStore(never, countries, () => none);

type CountryFieldProps = {
  hint?: string;
  error: string | undefined;
  /** What the form library's controller answers. */
  field: Pick<ControllerRenderProps, 'name' | 'onChange' | 'onBlur' | 'ref'> & { value: string };
  autoComplete?: 'country' | 'billing country';
};

export function CountryField({ hint, error, field: { value, onChange, ref, ...field }, autoComplete = 'country' }: CountryFieldProps) {
  const all = useCountries();
  return (
    <Field label="Country" hint={hint} error={error}>
      {(control) => (
        <CountrySelect
          {...control}
          {...field}
          all={all}
          value={value ?? ''}
          onValueChange={onChange}
          controlRef={ref}
          autoComplete={autoComplete}
        />
      )}
    </Field>
  );
}

type PhoneFieldProps = {
  label: 'Phone number' | 'Contact number';
  country: string | undefined;
  typed: string | undefined;
  error: string | undefined;
  registration: UseFormRegisterReturn;
};

export function PhoneField({ country = '', typed = '', ...rest }: PhoneFieldProps) {
  const hint = phoneHint(useCountries(), country);
  const spelled = useSpelled(typed, country);
  return (
    <TextField
      hint={hint}
      advice={spelled !== null && spelled !== typed.trim() && <p className="money text-sm text-muted">Saved as {spelled}</p>}
      errorLines={2}
      type="tel"
      autoComplete="tel"
      maxLength={40}
      {...rest}
    />
  );
}

/** The number as it will be kept, once what is typed is one. */
function useSpelled(typed: string, country: string): string | null {
  const [numbers, setNumbers] = useState<PhoneNumbers | null>(null);
  useEffect(() => {
    let isCurrent = true;
    void loadPhoneNumbers().then((file) => isCurrent && setNumbers(file));
    return () => {
      isCurrent = false;
    };
  }, []);
  const number = numbers?.toE164(typed, country) ?? null;
  return numbers === null || number === null ? null : numbers.spelledPhone(number);
}
