/** The billing form's fields, in the contract's rules and words. The e-mail is asked twice; pasting and autofill work in both. */
import type { ReactNode } from 'react';
import { type FieldPath, type UseFormReturn, useWatch } from 'react-hook-form';
import type { BillingDraft } from '#web/features/cart/slice.ts';
import { Field, type FieldControl } from '#web/ui/field.tsx';
import { Select } from '#web/ui/select.tsx';
import { TextInput } from '#web/ui/text-input.tsx';
import { countries } from './countries.ts';

type Form = UseFormReturn<BillingDraft>;

/** `isOrder`: an order that was placed before keeps its e-mail address. */
export function BillingFields({ form, isOrder = false }: { form: Form; isOrder?: boolean }) {
  const country = useWatch({ control: form.control, name: 'country' });
  const callingCode = countries().find(({ code }) => code === country)?.callingCode;
  const field = (name: FieldPath<BillingDraft>, label: string, hint: string | undefined, render: (control: FieldControl) => ReactNode) => (
    <Field label={label} hint={hint} error={form.formState.errors[name]?.message}>
      {render}
    </Field>
  );
  const text = (name: FieldPath<BillingDraft>, rest: Record<string, string | number | boolean>) => (control: FieldControl) => (
    <TextInput {...control} {...form.register(name)} {...rest} required aria-required />
  );
  return (
    <div className="grid gap-x-4 gap-y-3 sm:grid-cols-2">
      {field('firstName', 'First name', undefined, text('firstName', { autoComplete: 'billing given-name', maxLength: 100 }))}
      {field('lastName', 'Last name', undefined, text('lastName', { autoComplete: 'billing family-name', maxLength: 100 }))}
      {field(
        'email',
        'Email',
        isOrder ? 'The receipt of this order goes to this address.' : 'Your receipt goes to this address.',
        text('email', { type: 'email', autoComplete: 'email', maxLength: 254, disabled: isOrder }),
      )}
      {field(
        'confirmEmail',
        'Confirm Email',
        'The same address again.',
        text('confirmEmail', { type: 'email', autoComplete: 'email', maxLength: 254, disabled: isOrder }),
      )}
      {field('country', 'Country', 'Where you live, or where your card was issued.', (control) => (
        <Select {...control} {...form.register('country')} autoComplete="billing country" required>
          <option value="">Choose a country</option>
          {countries().map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </Select>
      ))}
      {field(
        'phoneNumber',
        'Phone number',
        callingCode ? `Start with the country code: ${callingCode}` : 'Start with the country code, for example +234',
        text('phoneNumber', { type: 'tel', autoComplete: 'tel', maxLength: 40 }),
      )}
      <div className="wide-field">
        {field(
          'address',
          'Address',
          'Street, city and postal code. It may be outside the United States.',
          text('address', { autoComplete: 'billing address-line1', maxLength: 300 }),
        )}
      </div>
    </div>
  );
}
