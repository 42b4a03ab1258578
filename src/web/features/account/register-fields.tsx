/** The registration fields, with the contract's rules and messages. The email is the login name. */
import { phrase } from '#kernel/language.ts';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import type { z } from 'zod';
import type { Registration } from '#contract/accounts.ts';
import { Field } from '#web/ui/field.tsx';
import { inOneLine, StreetInput } from '#web/ui/street-input.tsx';
import { bound } from '#web/ui/fields/bound.ts';
import { CountryField, PhoneField } from '#web/ui/fields/place-fields.tsx';
import { PasswordField } from '#web/ui/fields/password-field.tsx';
import { repeatedBy } from '#web/ui/fields/repeated-by.ts';
import { StrengthMeter } from './strength-meter.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { useEmailAdvice } from '#web/ui/fields/use-email-advice.tsx';

export type Fields = z.input<typeof Registration>;
type Form = UseFormReturn<Fields>;

const asTyped = { autoCapitalize: 'none', spellCheck: false } as const;

export const PersonFields = ({ form }: { form: Form }) => (
  <>
    <TextField
      label={phrase('First name')}
      autoComplete="given-name"
      maxLength={100}
      {...bound(form, 'firstName')}
    />
    <TextField
      label={phrase('Last name')}
      autoComplete="family-name"
      maxLength={100}
      {...bound(form, 'lastName')}
    />
    <TextField
      label={phrase('Username')}
      hint={phrase('3 to 30 letters, digits or . - _')}
      autoComplete="nickname"
      maxLength={60}
      {...asTyped}
      {...bound(form, 'userName')}
    />
    <EmailField form={form} />
  </>
);

function EmailField({ form }: { form: Form }) {
  const { advice, ...watch } = useEmailAdvice(
    () => form.getValues('email'),
    (email) => {
      form.setValue('email', email, { shouldValidate: true, shouldDirty: true });
      form.setFocus('email');
    },
  );
  return (
    <TextField
      label={phrase('Email')}
      hint={phrase('You log in with this address.')}
      advice={advice}
      type="email"
      autoComplete="username"
      maxLength={254}
      {...asTyped}
      error={form.formState.errors.email?.message}
      registration={form.register('email', watch)}
    />
  );
}

export function PlaceFields({ form }: { form: Form }) {
  // With several errors, the field that was registered first gets the focus.
  for (const name of ['address', 'city', 'country', 'phone'] as const) form.register(name);
  return (
    <>
      <div className="wide-field">
        <Field
          label={phrase('Address')}
          hint={phrase('Street and number. It may be outside the United States.')}
          error={form.formState.errors.address?.message}
        >
          {(control) => (
            <StreetInput
              {...control}
              {...form.register('address', inOneLine)}
              autoComplete="street-address"
            />
          )}
        </Field>
      </div>
      <TextField
        label={phrase('City')}
        autoComplete="address-level2"
        maxLength={100}
        {...bound(form, 'city')}
      />
      <CountryField form={form} />
      <div className="wide-field">
        <PhoneField form={form} name="phone" label={phrase('Contact number')} />
      </div>
    </>
  );
}

export function PasswordFields({ form, refused }: { form: Form; refused: string | null }) {
  const [password, ...personal] = useWatch({
    control: form.control,
    name: ['password', 'firstName', 'lastName', 'userName', 'email'],
  });
  return (
    <>
      <div className="mb-3 grid gap-1.5 sm:col-span-2">
        <PasswordField
          label={phrase('Password')}
          hint={phrase('At least 8 characters. 12 or more is better.')}
          autoComplete="new-password"
          error={form.formState.errors.password?.message}
          registration={form.register('password', repeatedBy(form, 'confirmPassword'))}
        />
        <StrengthMeter
          password={password ?? ''}
          personal={personal.filter((word) => word !== undefined)}
          refused={refused}
        />
      </div>
      <div className="wide-field">
        <PasswordField
          label={phrase('Confirm Password')}
          autoComplete="new-password"
          {...bound(form, 'confirmPassword')}
        />
      </div>
    </>
  );
}
