/**
 * The fields of the billing form, with the contract's rules and messages. Paste and autofill work in all of
 * them.
 */
import { buyerFields } from '#kernel/billing-fields.ts';
import { phrase } from '#kernel/language.ts';
import type { UseFormReturn } from 'react-hook-form';
import { CountryField, PhoneField } from '#web/ui/fields/place-fields.tsx';
import type { BillingDraft } from '#web/features/cart/cart.ts';
import { Field } from '#web/ui/field.tsx';
import { inOneLine, StreetInput } from '#web/ui/street-input.tsx';
import { TextInput } from '#web/ui/text-input.tsx';
import { EmailFields } from './email-fields.tsx';

type Form = UseFormReturn<BillingDraft>;

/** In the order of the page. */
export const billingLabels = [
  { name: 'email', label: phrase('Email') },
  { name: 'confirmEmail', label: phrase('Confirm Email') },
  { name: 'firstName', label: phrase('First name') },
  { name: 'lastName', label: phrase('Last name') },
  { name: 'country', label: phrase('Country') },
  { name: 'phoneNumber', label: phrase('Phone number') },
  { name: 'address', label: phrase('Address') },
] as const;

export type BillingName = (typeof billingLabels)[number]['name'];

/** `isOrder`: for an existing order, whose email address is fixed. */
export function BillingFields({ form, isOrder = false }: { form: Form; isOrder?: boolean }) {
  const { formState, register } = form;
  const nameField = (name: 'firstName' | 'lastName', label: string, autoComplete: string) => (
    <Field label={label} error={formState.errors[name]?.message} errorLines="narrow">
      {(control) => (
        <TextInput
          {...control}
          {...register(name)}
          autoComplete={autoComplete}
          maxLength={buyerFields[name].atMost}
          required
          aria-required
        />
      )}
    </Field>
  );
  return (
    <div className="grid gap-x-4 gap-y-2 sm:grid-cols-2 sm:gap-y-3">
      <EmailFields form={form} isOrder={isOrder} />
      {/* Side by side on phones too, unless the text is large. */}
      <div className="grid side-by-side gap-x-3 sm:contents">
        {nameField('firstName', phrase('First name'), 'billing given-name')}
        {nameField('lastName', phrase('Last name'), 'billing family-name')}
      </div>
      <CountryField
        form={form}
        hint={phrase('Where you live, or where your card was issued.')}
        autoComplete="billing country"
      />
      <PhoneField form={form} name="phoneNumber" label={phrase('Phone number')} />
      <div className="wide-field">
        <Field
          label={phrase('Address')}
          hint={phrase('Street and number, in any country.')}
          error={formState.errors.address?.message}
        >
          {(control) => (
            <StreetInput
              {...control}
              {...register('address', inOneLine)}
              autoComplete="billing street-address"
            />
          )}
        </Field>
      </div>
    </div>
  );
}
