/**
 * What a company needs on its invoice. Closed until it is wanted: most buyers have no company yet. Kept with what else was typed while the
 * shop's page lives, so that it survives a log-in in between; not kept with the cart.
 */
import { useState } from 'react';
import type { BillingDraft } from '#web/features/cart/slice.ts';
import { Disclosure } from '#web/ui/disclosure.tsx';
import { Field } from '#web/ui/field.tsx';
import { TextInput } from '#web/ui/text-input.tsx';

export type CompanyDetails = { company: string; taxNumber: string };

type Props = { value: CompanyDetails; onChange: (value: CompanyDetails) => void };

export const companyOf = ({ company = '', taxNumber = '' }: BillingDraft): CompanyDetails => ({ company, taxNumber });

export function CompanyFields({ value, onChange }: Props) {
  const [wasFilled] = useState(value.company !== '' || value.taxNumber !== '');
  return (
    <Disclosure title="Add company details to the invoice" open={wasFilled}>
      <div className="grid gap-x-4 gap-y-3 pt-3 sm:grid-cols-2">
        <Field label="Company" hint="The full legal name.">
          {(control) => (
            <TextInput
              {...control}
              value={value.company}
              onChange={({ target }) => onChange({ ...value, company: target.value })}
              autoComplete="organization"
              maxLength={120}
            />
          )}
        </Field>
        <Field label="Tax number" hint="For example a VAT or GST number.">
          {(control) => (
            <TextInput
              {...control}
              value={value.taxNumber}
              onChange={({ target }) => onChange({ ...value, taxNumber: target.value })}
              autoComplete="off"
              maxLength={40}
            />
          )}
        </Field>
      </div>
    </Disclosure>
  );
}
