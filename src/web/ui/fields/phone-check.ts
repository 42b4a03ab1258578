/**
 * Checks whether a phone number exists in its country, in addition to the contract's rules. The numbering
 * plans are a separate file; without it only the server checks.
 */
import { z } from 'zod';
import { country, phoneNumber } from '#contract/billing.ts';
import { cleanPhone } from '#kernel/phone-text.ts';

export type PhoneNumbers = typeof import('#kernel/phone-numbers.ts');

/** Null if the file cannot be loaded. */
export const loadPhoneNumbers = (): Promise<PhoneNumbers | null> =>
  import('#kernel/phone-numbers.ts').catch(() => null);

let numbers: PhoneNumbers | null = null;

/** `field`: the name of the phone field. `knownPhone`: a number that the user has not changed. */
export function withPhoneCheck<Form extends { country: string }, Typed>(
  schema: z.ZodType<Form, Typed>,
  field: keyof Form & string,
  knownPhone?: string,
): z.ZodType<Form, Typed> {
  const untouched = knownPhone === undefined ? null : cleanPhone(knownPhone);
  const both = z.object({ country, [field]: phoneNumber('') });
  const isNumber = async (form: Form): Promise<boolean> => {
    const typed = String(form[field]);
    numbers ??= await loadPhoneNumbers();
    return numbers === null || typed === untouched || numbers.phoneProblem(typed, form.country) === null;
  };
  return schema.refine(isNumber, {
    path: [field],
    error: ({ input }) =>
      numbers?.phoneProblem(String((input as Form)[field]), (input as Form).country) ?? undefined,
    // Reported as soon as both are filled in, even if other fields are missing.
    when: ({ value }) => both.safeParse(value).success,
  });
}
