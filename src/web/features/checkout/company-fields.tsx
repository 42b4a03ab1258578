/** What a company needs on its invoice. Closed until it is wanted: most buyers have no company yet. Not kept with the cart. */
import { Field } from '#web/ui/field.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { TextInput } from '#web/ui/text-input.tsx';

export type CompanyDetails = { company: string; taxNumber: string };

type Props = { value: CompanyDetails; onChange: (value: CompanyDetails) => void };

export const noCompany: CompanyDetails = { company: '', taxNumber: '' };

export const CompanyFields = ({ value, onChange }: Props) => (
  <details className="group">
    <summary className="inline-flex min-h-11 list-none items-center gap-2 py-2 font-medium hover:text-accent [&::-webkit-details-marker]:hidden">
      <Icon name="chevron" className="size-5 transition-transform duration-150 group-open:rotate-180" />
      Add company details to the invoice
    </summary>
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
  </details>
);
