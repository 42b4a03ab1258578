/**
 * The dialog for editing profile details. The email address is not included: both addresses must confirm a
 * change.
 */
import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import type { z } from 'zod';
import { ProfileForm } from '#contract/accounts.ts';
import { emailLanguages } from '#kernel/email-language.ts';
import { bound } from '#web/ui/fields/bound.ts';
import { countryCode } from '#web/ui/fields/countries.ts';
import { CountryField, PhoneField } from '#web/ui/fields/place-fields.tsx';
import { withPhoneCheck } from '#web/ui/fields/phone-check.ts';
import { ProblemBox } from '#web/ui/problem-box.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import type { CurrentUser } from '#web/session/api.ts';
import { useSending } from '#web/session/sending.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { Select } from '#web/ui/select.tsx';
import { inOneLine, StreetInput } from '#web/ui/street-input.tsx';
import * as toasts from '#web/ui/toasts.ts';
import { useUpdateUserMutation } from './profile-api.ts';

type Props = { user: CurrentUser; isOpen: boolean; onClose: () => void };

/** The form is created for each opening, so discarded input does not come back. */
export const EditProfileDialog = (props: Props) => (
  <Dialog title="Edit Profile" isOpen={props.isOpen} onClose={props.onClose}>
    {props.isOpen && <EditForm {...props} />}
  </Dialog>
);

function EditForm({ user, onClose }: Props) {
  const [updateUser] = useUpdateUserMutation();
  const sending = useSending(undefined, 'profile');
  const { firstName, lastName, phone, address, city } = user;
  const form = useForm<z.input<typeof ProfileForm>>({
    resolver: zodResolver(withPhoneCheck(ProfileForm, 'phone', phone)),
    defaultValues: {
      firstName,
      lastName,
      phone,
      address,
      city,
      country: countryCode(user.country),
      language: user.language === 'es' ? 'es' : 'en',
    },
    mode: 'onTouched',
  });
  // With several errors, the field that was registered first gets the focus.
  for (const name of ['firstName', 'lastName', 'country', 'city', 'address', 'phone', 'language'] as const)
    form.register(name);
  const save = form.handleSubmit((typed) =>
    sending.run(async () => {
      await updateUser({ ...typed, id: user.id, updateByAdmin: false }).unwrap();
      onClose();
      toasts.success('Profile updated successfully', 'profile');
    }),
  );
  return (
    <form aria-label="Edit Profile" className="grid gap-6" onSubmit={save} noValidate>
      <ProblemBox problem={sending.problem} isInDialog />
      <div className="grid gap-x-4 gap-y-2.5 sm:grid-cols-2">
        <TextField
          label="First name"
          autoComplete="given-name"
          maxLength={100}
          {...bound(form, 'firstName')}
        />
        <TextField
          label="Last name"
          autoComplete="family-name"
          maxLength={100}
          {...bound(form, 'lastName')}
        />
        <CountryField form={form} />
        <TextField label="City" autoComplete="address-level2" maxLength={100} {...bound(form, 'city')} />
        <div className="wide-field">
          <Field label="Address" hint="Street and number." error={form.formState.errors.address?.message}>
            {(control) => (
              <StreetInput
                {...control}
                {...form.register('address', inOneLine)}
                autoComplete="street-address"
              />
            )}
          </Field>
        </div>
        <div className="wide-field">
          <PhoneField form={form} name="phone" label="Contact number" />
        </div>
        <div className="wide-field">
          <Field
            label="Language of our emails"
            hint="Emails that are not translated yet are sent in English."
          >
            {(control) => (
              <Select {...control} {...form.register('language')}>
                {emailLanguages.map(({ code, name }) => (
                  <option key={code} value={code} lang={code}>
                    {name}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        </div>
      </div>
      <p className="text-sm text-muted">
        Your email address stays {user.email}. To change it, go to Email address in your profile.
      </p>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" isBusy={sending.isBusy}>
          Save
        </Button>
        <Button variant="secondary" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
