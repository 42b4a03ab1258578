/**
 * The company information with its EIN. Errors never clear the form. The EIN exists in the browser only in
 * its input field; of the stored EIN only the last four digits are shown.
 */
import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useController, useForm } from 'react-hook-form';
import type { z } from 'zod';
import { applicantRoles, CompanyForm as rules, entityTypes } from '#contract/credit.ts';
import { maskedEin } from '#kernel/ein.ts';
import { usStates } from '#kernel/us-states.ts';
import { bound } from '#web/ui/fields/bound.ts';
import { withPhoneCheck } from '#web/ui/fields/phone-check.ts';
import { CountryField, PhoneField } from '#web/ui/fields/place-fields.tsx';
import { ProblemBox } from '#web/ui/problem-box.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { countryCode } from '#web/ui/fields/countries.ts';
import { ErrorSummary, type WrongField } from '#web/ui/fields/error-summary.tsx';
import { useSending } from '#web/session/sending.ts';
import type { CurrentUser } from '#web/session/api.ts';
import { TickBox } from '#web/ui/fields/tick-box.tsx';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { LockIcon } from '#web/ui/lock-icon.tsx';
import { Select } from '#web/ui/select.tsx';
import { TextInput } from '#web/ui/text-input.tsx';
import * as toasts from '#web/ui/toasts.ts';
import { entityNames, roleNames } from './company-words.ts';
import { type Company, useSaveCompanyMutation } from './credit-api.ts';

type Typed = z.input<typeof rules>;
type Name = keyof Typed & string;

const labels = {
  legalName: 'Legal name',
  entityType: 'Business type',
  formationState: 'State of formation',
  formedOn: 'Date of formation',
  ein: 'EIN',
  addressLine1: 'Business address',
  city: 'City',
  state: 'State',
  postalCode: 'ZIP code',
  country: 'Country',
  phone: 'Phone number',
  website: 'Website',
  applicantRole: 'Your role',
  attested: 'Statement',
} as const satisfies Record<Name, string>;

const abroad = 'abroad';

/** A new company starts with the data of the profile. */
function initialOf(user: CurrentUser, company: Company | null): Partial<Typed> {
  if (company !== null) {
    const { einLast4: _ein, attestedAt: _attested, ...rest } = company;
    return { ...rest, country: countryCode(company.country) };
  }
  const isUs = countryCode(user.country) === 'US';
  return {
    ...{ legalName: '', formedOn: '', ein: '', website: '', state: '', postalCode: '', country: 'US' },
    ...{ addressLine1: isUs ? user.address : '', city: isUs ? user.city : '', phone: user.phone },
  };
}

export function CompanyForm({
  user,
  company,
  onDone,
}: {
  user: CurrentUser;
  company: Company | null;
  onDone: () => void;
}) {
  const [save] = useSaveCompanyMutation();
  const sending = useSending(undefined, 'credit');
  const [listed, setListed] = useState<WrongField<Name>[]>([]);
  const [changesEin, setChangesEin] = useState(company === null);
  const form = useForm<Typed>({
    resolver: zodResolver(withPhoneCheck(rules, 'phone', company?.phone ?? user.phone)) as never,
    defaultValues: initialOf(user, company),
    mode: 'onTouched',
    shouldFocusError: false,
  });
  const { errors } = form.formState;
  const submit = form.handleSubmit(
    async (typed) => {
      setListed([]);
      if (company === null && !typed.ein) {
        form.setError('ein', { message: 'EIN is required' });
        return setListed([{ name: 'ein', label: labels.ein }]);
      }
      const { ein, ...rest } = typed;
      await sending.run(async () => {
        const { inReview } = await save({ ...rest, ...(changesEin && ein ? { ein } : {}) }).unwrap();
        toasts.success(inReview ? 'Saved. The change is in review' : 'Company information saved', 'credit');
        onDone();
      });
    },
    (found) =>
      setListed(
        (Object.keys(labels) as Name[])
          .filter((name) => found[name] !== undefined)
          .map((name) => ({ name, label: labels[name] })),
      ),
  );
  return (
    <form aria-label="Company information" className="grid gap-6" onSubmit={submit} noValidate>
      <ErrorSummary
        listed={listed}
        isWrong={(name) => errors[name] !== undefined}
        onFollow={(name) => form.setFocus(name)}
      />
      <ProblemBox problem={sending.problem} />
      <p className="text-muted">
        Enter the name, address and phone number as they are in your formation documents.
      </p>
      <Fields
        form={form}
        storedEin={changesEin ? null : (company?.einLast4 ?? null)}
        onChangeEin={() => setChangesEin(true)}
      />
      <Statement form={form} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" isBusy={sending.isBusy}>
          Save company information
        </Button>
        {company !== null && (
          <Button variant="secondary" onClick={onDone}>
            Cancel
          </Button>
        )}
      </div>
    </form>
  );
}

type InForm = { form: ReturnType<typeof useForm<Typed>> };
type FieldsProps = InForm & { storedEin: string | null; onChangeEin: () => void };

function Fields({ form, storedEin, onChangeEin }: FieldsProps) {
  const text = (name: Name) => ({ label: labels[name], ...bound(form, name) });
  return (
    <div className="grid gap-x-4 gap-y-2.5 sm:grid-cols-2">
      <div className="wide-field">
        <TextField
          {...text('legalName')}
          hint="As it is registered, such as Acme LLC."
          autoComplete="organization"
          maxLength={160}
        />
      </div>
      <Choice form={form} name="entityType" choices={entityTypes.map((code) => [code, entityNames[code]])} />
      <Choice
        form={form}
        name="applicantRole"
        choices={applicantRoles.map((code) => [code, roleNames[code]])}
      />
      <FormationState form={form} />
      <TextField {...text('formedOn')} type="date" max={new Date().toISOString().slice(0, 10)} />
      <div className="wide-field">
        {storedEin === null ? (
          <TextField
            {...text('ein')}
            hint="Nine digits, from your IRS letter, such as 12-3456789. We encrypt it and show only the last four digits."
            inputMode="numeric"
            autoComplete="off"
            maxLength={20}
          />
        ) : (
          <StoredEin last4={storedEin} onChange={onChangeEin} />
        )}
      </div>
      <div className="wide-field">
        <TextField
          {...text('addressLine1')}
          hint="Street and number, in the United States."
          autoComplete="street-address"
          maxLength={300}
        />
      </div>
      <TextField {...text('city')} autoComplete="address-level2" maxLength={100} />
      <TextField {...text('state')} autoComplete="address-level1" maxLength={100} />
      <TextField {...text('postalCode')} autoComplete="postal-code" maxLength={20} />
      <CountryField form={form} />
      <div className="wide-field">
        <PhoneField form={form} name="phone" label="Phone number" />
      </div>
      <div className="wide-field">
        <Field label="Website (optional)" error={form.formState.errors.website?.message}>
          {(control) => (
            <TextInput
              {...control}
              {...form.register('website')}
              inputMode="url"
              autoComplete="url"
              maxLength={200}
            />
          )}
        </Field>
      </div>
    </div>
  );
}

function Choice({
  form,
  name,
  choices,
}: InForm & { name: 'entityType' | 'applicantRole'; choices: [string, string][] }) {
  return (
    <Field label={labels[name]} error={form.formState.errors[name]?.message}>
      {(control) => (
        <Select {...control} {...form.register(name)} required>
          <option value="">Choose</option>
          {choices.map(([code, words]) => (
            <option key={code} value={code}>
              {words}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}

/** Null on the wire: not formed in the United States. */
function FormationState({ form }: InForm) {
  const { field } = useController({ control: form.control, name: 'formationState' });
  const { value, onChange, ...rest } = field;
  return (
    <Field label={labels.formationState} error={form.formState.errors.formationState?.message}>
      {(control) => (
        <Select
          {...control}
          {...rest}
          value={value === null ? abroad : (value ?? '')}
          onChange={({ target }) => onChange(target.value === abroad ? null : target.value)}
          required
        >
          <option value="">Choose</option>
          <option value={abroad}>Not in the United States</option>
          {[...usStates].map(([code, words]) => (
            <option key={code} value={code}>
              {words}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}

const StoredEin = ({ last4, onChange }: { last4: string; onChange: () => void }) => (
  <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
    <p>
      <span className="font-medium">EIN</span>{' '}
      <span className="money" aria-hidden="true">
        {maskedEin(last4)}
      </span>
      <span className="sr-only">ending in {last4}</span>
    </p>
    <Button variant="text" size="small" onClick={onChange}>
      Change EIN
    </Button>
  </div>
);

function Statement({ form }: InForm) {
  return (
    <div className="grid gap-2">
      <TickBox error={form.formState.errors.attested?.message} {...form.register('attested')}>
        I confirm that this information is true, and that I may act for the business.
      </TickBox>
      <p className="flex items-start gap-1.5 text-sm text-muted">
        <LockIcon />
        <span>We store your EIN encrypted. It never appears in an email, a log or a link.</span>
      </p>
    </div>
  );
}
