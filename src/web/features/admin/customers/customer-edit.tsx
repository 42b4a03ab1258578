/**
 * Edits a customer's details. Conflicting saves are resolved by the user, and leaving with unsaved changes
 * asks first.
 */
import { useEffect, useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { CustomerEdit } from '#contract/admin/customers.ts';
import { CountrySelect } from '#web/features/admin/form/country-select.tsx';
import { EditorFrame, Section } from '#web/features/admin/form/editor-frame.tsx';
import {
  customField,
  type FieldsOf,
  formOf,
  TableFields,
  textField,
} from '#web/features/admin/form/field-table.tsx';
import { LoadedRecord } from '#web/features/admin/form/record-form.tsx';
import { useEditor } from '#web/features/admin/form/use-editor.ts';
import { type Customer, useStaffCustomerQuery } from '#web/features/admin/records/customers.ts';
import * as toasts from '#web/ui/toasts.ts';
import { useStaffCustomerEditMutation } from './calls.ts';

const details = {
  firstName: textField('First name'),
  lastName: textField('Last name'),
  phone: textField('Phone number'),
  address: textField('Address'),
  city: textField('City'),
  country: customField('Country', '', ({ value, error, onChange }) => (
    <CountrySelect value={value} error={error} onChange={onChange} />
  )),
};
const { labels, fieldsOf, sharedBody } = formOf(details);

export function CustomerEditPage() {
  const { id = '' } = useParams();
  const query = useStaffCustomerQuery(id);
  return (
    <LoadedRecord one="customer" query={query}>
      {(customer, reload) => <EditDetails key={customer.id} customer={customer} reload={reload} />}
    </LoadedRecord>
  );
}

function EditDetails({ customer, reload }: { customer: Customer; reload: () => Promise<Customer> }) {
  const { id, name, email } = customer;
  const navigate = useNavigate();
  const [send] = useStaffCustomerEditMutation();
  const [isSaved, setSaved] = useState(false);
  const editor = useEditor<FieldsOf<typeof details>, Customer>({
    record: customer,
    fieldsOf,
    toBody: (fields, { version }) => ({ ...sharedBody(fields), version, updateByAdmin: true }),
    schema: CustomerEdit,
    send: (body) => send({ id, body: body as never }),
    reload,
    onSaved: () => setSaved(true),
  });
  // Runs after the form is marked as saved, so the unsaved-changes guard does not ask.
  useEffect(() => {
    if (!isSaved) return;
    toasts.success('Customer details saved');
    void navigate(`/admin/customers/${id}`, { replace: true });
  }, [isSaved, id, navigate]);
  return (
    <EditorFrame
      area={{ path: `customers/${id}`, title: name || email }}
      permission="customers.write"
      title="Details"
      below={<p className="text-sm wrap-anywhere text-muted">{email}</p>}
      action="Save"
      labels={labels}
      editor={editor}
      by={customer.changed?.by ?? undefined}
      aside={
        <p className="text-sm text-muted">
          Only the customer can change the email address, in the profile, because it must be confirmed.
          Existing orders and invoices keep their details.
        </p>
      }
    >
      <Section title="Customer details">
        <TableFields
          table={details}
          editor={editor}
          rows={[['firstName', 'lastName'], 'phone', 'address', ['city', 'country']]}
        />
      </Section>
    </EditorFrame>
  );
}
