/** Selects a country by name with a native select, so typing jumps to a country. */
import { useMemo } from 'react';
import { callingCodes, countryName } from '#kernel/countries.ts';
import { Field } from '#web/ui/field.tsx';
import { Select } from '#web/ui/select.tsx';

type CountrySelectProps = { error: string | undefined; value: string; onChange: (code: string) => void };

export function CountrySelect({ error, value, onChange }: CountrySelectProps) {
  const countries = useMemo(
    () =>
      [...callingCodes.keys()]
        .map((code) => ({ code, name: countryName(code) }))
        .toSorted((a, b) => a.name.localeCompare(b.name, 'en')),
    [],
  );
  return (
    <Field label="Country" {...(error === undefined ? {} : { error })}>
      {(control) => (
        <Select {...control} value={value} onChange={({ target }) => onChange(target.value)}>
          <option value="">Choose a country</option>
          {countries.map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}
