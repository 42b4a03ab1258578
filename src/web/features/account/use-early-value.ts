/**
 * Reports text that was typed before the script loaded to the form's watchers. Call it beside `useForm`:
 * effects of child components run before the form has values.
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
    // The form already has this value and does not notify watchers of an unchanged one.
    setValue(name, '' as typeof early);
    setValue(name, early);
  }, [getValues, setValue, name]);
}
