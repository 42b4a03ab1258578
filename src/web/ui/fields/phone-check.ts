/**
 * Whether a phone number exists in its country, beside the contract's rules. The numbering plans come in a file of their own; without it
 * the server alone decides.
 */
import { z } from 'zod';
import { country, phoneNumber } from '#contract/billing.ts';
import { cleanPhone } from '#kernel/phone-text.ts';

export type PhoneNumbers = typeof import('#kernel/phone-numbers.ts');

/** Null when the file cannot be loaded. */
export const loadPhoneNumbers = (): Promise<PhoneNumbers | null> => import('#kernel/phone-numbers.ts').catch(() => null);

let numbers: PhoneNumbers | null = null;

/** `field` names the phone number; `known` is a number that its owner has not touched. */
export function withPhoneCheck<Form extends { country: string }, Typed>(
  schema: z.ZodType<Form, Typed>,
  field: keyof Form & string,
  known?: string,
): z.ZodType<Form, Typed> {
  const untouched = known === undefined ? null : cleanPhone(known);
  const both = z.object({ country, [field]: phoneNumber('') });
  const isNumber = async (form: Form): Promise<boolean> => {
    const typed = String(form[field]);
    numbers ??= await loadPhoneNumbers();
    return numbers === null || typed === untouched || numbers.phoneProblem(typed, form.country) === null;
  };
  return schema.refine(isNumber, {
    path: [field],
    error: ({ input }) => numbers?.phoneProblem(String((input as Form)[field]), (input as Form).country) ?? undefined,
    // Said as soon as both are there, whatever else is still missing.
    when: ({ value }) => both.safeParse(value).success,
  });
}
