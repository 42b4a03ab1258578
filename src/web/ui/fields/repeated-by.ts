/** A field with a confirmation field: changing it revalidates the confirmation. */
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';

/**
 * Options for `register` of the first field. A confirmation that the user has not reached yet is not reported
 * as wrong.
 */
export const repeatedBy = <T extends FieldValues>(form: UseFormReturn<T>, name: FieldPath<T>) => ({
  onBlur: () => {
    if (form.getValues(name)) void form.trigger(name);
  },
  onChange: () => {
    if (form.getFieldState(name).invalid) void form.trigger(name);
  },
});
