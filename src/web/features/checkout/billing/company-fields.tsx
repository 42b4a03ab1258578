/** Company details for the invoice. Collapsed by default: most buyers have no company yet. */
import { type InvoiceField, invoiceFieldNames, invoiceFields } from '#kernel/billing-fields.ts';
import { phrase } from '#kernel/language.ts';
import { useLanguage } from '#web/language.tsx';
import { useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { BillingDraft } from '#web/features/cart/cart.ts';
import { Disclosure } from '#web/ui/disclosure.tsx';
import { Field } from '#web/ui/field.tsx';
import { TextInput } from '#web/ui/text-input.tsx';

const inputs: Record<InvoiceField, { label: string; hint: string; autoComplete: string }> = {
  company: {
    label: phrase('Company'),
    hint: phrase('The full legal name.'),
    autoComplete: 'organization',
  },
  taxNumber: {
    label: phrase('Tax number'),
    hint: phrase('For example a VAT or GST number.'),
    autoComplete: 'off',
  },
};

export function CompanyFields({ form: { register, getValues } }: { form: UseFormReturn<BillingDraft> }) {
  const { say } = useLanguage();
  const [wasFilled] = useState(() => getValues(invoiceFieldNames).some((text) => text !== ''));
  return (
    <Disclosure title={say('Add company details to the invoice')} open={wasFilled}>
      <div className="grid gap-x-4 gap-y-3 pt-3 sm:grid-cols-2">
        {invoiceFieldNames.map((name) => (
          <Field key={name} label={inputs[name].label} hint={inputs[name].hint}>
            {(control) => (
              <TextInput
                {...control}
                {...register(name)}
                autoComplete={inputs[name].autoComplete}
                maxLength={invoiceFields[name].atMost}
              />
            )}
          </Field>
        ))}
      </div>
    </Disclosure>
  );
}
