/** The fields of the registration, in the contract's rules and words. The email is the name that people log in with. */
import { type FieldPath, type UseFormReturn, useWatch } from 'react-hook-form';
import type { z } from 'zod';
import type { Registration } from '#contract/accounts.ts';
import { ContactField, CountryField } from './place-fields.tsx';
import { PasswordField } from './password-field.tsx';
import { StrengthMeter } from './strength-meter.tsx';
import { TextField } from './text-field.tsx';

export type Fields = z.input<typeof Registration>;
type Form = UseFormReturn<Fields>;

const bind = (form: Form, name: FieldPath<Fields>) => ({
  error: form.formState.errors[name]?.message,
  registration: form.register(name),
});

const asTyped = { autoCapitalize: 'none', spellCheck: false } as const;

export const PersonFields = ({ form }: { form: Form }) => (
  <>
    <TextField label="First name" autoComplete="given-name" maxLength={100} {...bind(form, 'firstName')} />
    <TextField label="Last name" autoComplete="family-name" maxLength={100} {...bind(form, 'lastName')} />
    <TextField
      label="Username"
      hint="A short name for your account."
      autoComplete="nickname"
      maxLength={60}
      {...asTyped}
      {...bind(form, 'userName')}
    />
    <TextField
      label="Email"
      hint="You log in with this address."
      type="email"
      autoComplete="username"
      maxLength={254}
      {...asTyped}
      {...bind(form, 'email')}
    />
  </>
);

export function PlaceFields({ form }: { form: Form }) {
  const country = useWatch({ control: form.control, name: 'country' });
  return (
    <>
      <div className="wide-field">
        <TextField
          label="Address"
          hint="Street and postal code. It may be outside the United States."
          autoComplete="address-line1"
          maxLength={300}
          {...bind(form, 'address')}
        />
      </div>
      <TextField label="City" autoComplete="address-level2" maxLength={100} {...bind(form, 'city')} />
      <CountryField {...bind(form, 'country')} />
      <div className="wide-field">
        <ContactField country={country} {...bind(form, 'phone')} />
      </div>
    </>
  );
}

export function PasswordFields({ form }: { form: Form }) {
  const [password, ...personal] = useWatch({ control: form.control, name: ['password', 'firstName', 'lastName', 'userName', 'email'] });
  return (
    <>
      <div className="mb-3 grid gap-1.5 sm:col-span-2">
        <PasswordField
          label="Password"
          hint="At least 8 characters. 12 or more characters are better."
          autoComplete="new-password"
          {...bind(form, 'password')}
        />
        <StrengthMeter password={password ?? ''} personal={personal.filter((word) => word !== undefined)} />
      </div>
      <div className="wide-field">
        <PasswordField label="Confirm Password" autoComplete="new-password" {...bind(form, 'confirmPassword')} />
      </div>
    </>
  );
}
