/**
 * Country and phone number together, because the country sets the calling code. For checkout, registration,
 * and profile.
 */
import { useEffect, useState, useSyncExternalStore } from 'react';
import {
  type FieldPath,
  type FieldValues,
  type UseFormReturn,
  useController,
  useWatch,
} from 'react-hook-form';
import { phoneSpelling } from '#contract/billing.ts';
import { typedPhoneAtMost } from '#contract/values.ts';
import { type Country, countries } from './countries.ts';
import { phrase } from '#kernel/language.ts';
import { useLanguage } from '#web/language.tsx';
import { Field } from '#web/ui/field.tsx';
import { bound } from './bound.ts';
import { CountrySelect } from './country-select.tsx';
import { loadPhoneNumbers, type PhoneNumbers } from './phone-check.ts';
import { phoneHint, useCheckByCountry } from './phone-hint.ts';
import { TextField } from './text-field.tsx';

const never = () => () => undefined;
const none: Country[] = [];

/**
 * Empty during hydration: the server's country names could differ from the browser's by version. In a form
 * that renders later they are there from the start, so an earlier choice is not lost.
 */
function useCountries(): Country[] {
  const { code } = useLanguage();
  return useSyncExternalStore(
    never,
    () => countries(code),
    () => none,
  );
}

/** A form with a country, under the same name in all forms. */
type WithCountry = FieldValues & { country?: string | undefined };
type InForm<Values extends WithCountry, Sent> = { form: UseFormReturn<Values, unknown, Sent> };

type CountryFieldProps = { hint?: string; autoComplete?: 'country' | 'billing country' };

export function CountryField<Values extends WithCountry, Sent>({
  form,
  hint,
  autoComplete = 'country',
}: InForm<Values, Sent> & CountryFieldProps) {
  const all = useCountries();
  const { field, fieldState } = useController({
    control: form.control,
    name: 'country' as FieldPath<Values>,
  });
  const { value, onChange, onBlur, name, ref } = field;
  return (
    <Field label={phrase('Country')} hint={hint} error={fieldState.error?.message}>
      {(control) => (
        <CountrySelect
          {...control}
          name={name}
          onBlur={onBlur}
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

type PhoneFieldProps<Values extends WithCountry> = { label: string; name: FieldPath<Values> };

export function PhoneField<Values extends WithCountry, Sent>({
  form,
  name,
  label,
}: InForm<Values, Sent> & PhoneFieldProps<Values>) {
  const [country = '', typed = ''] = useWatch({
    control: form.control,
    name: ['country' as FieldPath<Values>, name],
  }) as (string | undefined)[];
  const language = useLanguage();
  const hint = phoneHint(useCountries(), country, language);
  const numbers = usePhoneNumbers();
  const spelled = spelledIn(numbers, typed, country);
  const { error, registration } = bound(form, name);
  useCheckByCountry(form, name, country);
  return (
    <TextField
      label={label}
      hint={hint}
      advice={
        spelled !== null &&
        spelled !== typed.trim() && (
          <p className="money text-sm text-muted">
            {language.say('Saved as {number}', { number: spelled ?? '' })}
          </p>
        )
      }
      errorLines={2}
      type="tel"
      autoComplete="tel"
      maxLength={typedPhoneAtMost}
      error={error === phoneSpelling && country !== '' ? (numbers?.phoneAdvice(country) ?? error) : error}
      registration={registration}
    />
  );
}

/** Null until loaded. */
function usePhoneNumbers(): PhoneNumbers | null {
  const [numbers, setNumbers] = useState<PhoneNumbers | null>(null);
  useEffect(() => {
    let isCurrent = true;
    void loadPhoneNumbers().then((file) => isCurrent && setNumbers(file));
    return () => {
      isCurrent = false;
    };
  }, []);
  return numbers;
}

/** The number as it will be stored, once it is valid. */
function spelledIn(numbers: PhoneNumbers | null, typed: string, country: string): string | null {
  if (numbers === null || numbers.phoneProblem(typed, country) !== null) return null;
  return numbers.spelledPhone(numbers.storedPhone(typed, country));
}
