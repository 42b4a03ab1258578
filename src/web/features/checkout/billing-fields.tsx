/** The billing form's fields, in the contract's rules and words. Pasting and autofill work in all of them. */
import type { ReactNode } from 'react';
import { type FieldPath, type UseFormReturn, useController, useWatch } from 'react-hook-form';
import { CountryField, PhoneField } from '#web/features/account/place-fields.tsx';
import type { BillingDraft } from '#web/features/cart/slice.ts';
import { Field, type FieldControl } from '#web/ui/field.tsx';
import { inOneLine, StreetInput } from '#web/ui/street-input.tsx';
import { TextInput } from '#web/ui/text-input.tsx';
import { EmailFields } from './email-fields.tsx';

type Form = UseFormReturn<BillingDraft>;

const inOrder = ['firstName', 'lastName', 'email', 'confirmEmail', 'country', 'phoneNumber', 'address'] as const;

/** `isOrder`: an order that was placed before keeps its e-mail address. */
export function BillingFields({ form, isOrder = false }: { form: Form; isOrder?: boolean }) {
  const { control, formState, register } = form;
  // Of several wrong fields the one that was registered first gets the focus.
  for (const name of inOrder) register(name);
  const [country, typed] = useWatch({ control, name: ['country', 'phoneNumber'] });
  const { field: countryField } = useController({ control, name: 'country' });
  const field = (name: FieldPath<BillingDraft>, label: string, render: (control: FieldControl) => ReactNode, hint?: string) => (
    <Field label={label} hint={hint} error={formState.errors[name]?.message}>
      {render}
    </Field>
  );
  const name = (name: 'firstName' | 'lastName', autoComplete: string) => (control: FieldControl) => (
    <TextInput {...control} {...register(name)} autoComplete={autoComplete} maxLength={100} required aria-required />
  );
  return (
    <div className="grid gap-x-4 gap-y-2.5 sm:grid-cols-2">
      {field('firstName', 'First name', name('firstName', 'billing given-name'))}
      {field('lastName', 'Last name', name('lastName', 'billing family-name'))}
      <EmailFields form={form} isOrder={isOrder} />
      <CountryField
        hint="Where you live, or where your card was issued."
        error={formState.errors.country?.message}
        field={countryField}
        autoComplete="billing country"
      />
      <PhoneField
        label="Phone number"
        country={country}
        typed={typed}
        error={formState.errors.phoneNumber?.message}
        registration={register('phoneNumber')}
      />
      <div className="wide-field">
        {field(
          'address',
          'Address',
          (control) => (
            <StreetInput {...control} {...register('address', inOneLine)} autoComplete="billing street-address" />
          ),
          'Street and number. It may be outside the United States.',
        )}
      </div>
    </div>
  );
}
