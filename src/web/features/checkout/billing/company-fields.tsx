/** Company details for the invoice. Collapsed by default: most buyers have no company yet. */
import { phrase } from '#kernel/language.ts';
import { useLanguage } from '#web/language.tsx';
import { useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { BillingDraft } from '#web/features/cart/slice.ts';
import { Disclosure } from '#web/ui/disclosure.tsx';
import { Field } from '#web/ui/field.tsx';
import { TextInput } from '#web/ui/text-input.tsx';

export function CompanyFields({ form: { register, getValues } }: { form: UseFormReturn<BillingDraft> }) {
  const { say } = useLanguage();
  const [wasFilled] = useState(() => getValues(['company', 'taxNumber']).some((text) => text !== ''));
  return (
    <Disclosure title={say('Add company details to the invoice')} open={wasFilled}>
      <div className="grid gap-x-4 gap-y-3 pt-3 sm:grid-cols-2">
        <Field label={phrase('Company')} hint={phrase('The full legal name.')}>
          {(control) => (
            <TextInput {...control} {...register('company')} autoComplete="organization" maxLength={120} />
          )}
        </Field>
        <Field label={phrase('Tax number')} hint={phrase('For example a VAT or GST number.')}>
          {(control) => (
            <TextInput {...control} {...register('taxNumber')} autoComplete="off" maxLength={40} />
          )}
        </Field>
      </div>
    </Disclosure>
  );
}
