/** Country and telephone number, which belong together: the country says how the number begins. For registration and profile. */
import { useSyncExternalStore } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { type Country, countries } from '#web/features/checkout/countries.ts';
import { Field } from '#web/ui/field.tsx';
import { Select } from '#web/ui/select.tsx';
import { TextField } from './text-field.tsx';

type Bound = { error: string | undefined; registration: UseFormRegisterReturn };

const never = () => () => undefined;
const none: Country[] = [];

/**
 * Empty while the page starts: the server's names for countries could differ from the browser's by a version. In a form that comes
 * later they are there at once, so that a choice that was made before is not lost.
 */
const useCountries = (): Country[] => useSyncExternalStore(never, countries, () => none);

export function CountryField({ error, registration }: Bound) {
  const all = useCountries();
  return (
    <Field label="Country" error={error}>
      {(control) => (
        <Select {...control} {...registration} autoComplete="country" required>
          <option value="">Choose a country</option>
          {all.map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}

export function ContactField({ country, ...bound }: Bound & { country: string | undefined }) {
  const callingCode = useCountries().find(({ code }) => code === country)?.callingCode;
  return (
    <TextField
      label="Contact number"
      hint={callingCode ? `Start with the country code: ${callingCode}` : 'Start with the country code, for example +234'}
      type="tel"
      autoComplete="tel"
      maxLength={40}
      {...bound}
    />
  );
}
