/** A field that another one repeats: when it changes, what the other says is looked at again. */
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';

/** Options for `register` of the first of the two. Nobody is told of a second one that they have not come to yet. */
export const repeatedBy = <T extends FieldValues>(form: UseFormReturn<T>, name: FieldPath<T>) => ({
  onBlur: () => {
    if (form.getValues(name)) void form.trigger(name);
  },
  onChange: () => {
    if (form.getFieldState(name).invalid) void form.trigger(name);
  },
});
