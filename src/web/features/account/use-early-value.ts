/**
 * What was typed before the script came is in the field already; whoever watches the field is told of it here. To be called beside `useForm`:
 * for the components inside, whose effects come first, the form has no values yet.
 */
import { useEffect } from 'react';
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';

export function useEarlyValue<Values extends FieldValues, Sent>(
  { getValues, setValue }: UseFormReturn<Values, unknown, Sent>,
  name: FieldPath<Values>,
): void {
  useEffect(() => {
    const early = getValues(name);
    if (!early) return;
    // The form has read the field already, and tells nobody of a value that it has.
    setValue(name, '' as typeof early);
    setValue(name, early);
  }, [getValues, setValue, name]);
}
