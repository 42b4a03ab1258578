/** The phone hint for the selected country. */
import { useEffect, useRef } from 'react';
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';
import { english, type Language } from '#kernel/language.ts';
import type { Country } from './countries.ts';

export function phoneHint(all: Country[], country: string, { say }: Language = english): string {
  const callingCode = all.find(({ code }) => code === country)?.callingCode;
  return callingCode
    ? say('We add {callingCode} if you leave it out.', { callingCode })
    : say('Start with the country code.');
}

/** Phone errors depend on the country, so changing it revalidates the number. */
export function useCheckByCountry<Values extends FieldValues, Sent>(
  { getFieldState, trigger }: Pick<UseFormReturn<Values, unknown, Sent>, 'getFieldState' | 'trigger'>,
  name: FieldPath<Values>,
  country: string,
): void {
  const checked = useRef(country);
  useEffect(() => {
    if (checked.current !== country && getFieldState(name).error !== undefined) void trigger(name);
    checked.current = country;
  }, [getFieldState, trigger, name, country]);
}
