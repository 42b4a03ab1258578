/**
 * Edits a customer's details. Conflicting saves are resolved by the user, and leaving with unsaved changes
 * asks first.
 */
import { useEffect, useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { CustomerEdit } from '#contract/admin/customers.ts';
import { EditorFrame, Section, Typed } from '#web/features/admin/form/editor-frame.tsx';
import { LoadedRecord } from '#web/features/admin/form/record-form.tsx';
import { type Editor, useEditor } from '#web/features/admin/form/use-editor.ts';
import { type Customer, useStaffCustomerQuery } from '#web/features/admin/records/customers.ts';
import * as toasts from '#web/ui/toasts.ts';
import { CountrySelect } from '#web/features/admin/form/country-select.tsx';
import { useStaffCustomerEditMutation } from './calls.ts';

type DetailFields = {
  firstName: string;
  lastName: string;
  phone: string;
  address: string;
  city: string;
  country: string;
};

const labels: Record<keyof DetailFields, string> = {
  firstName: 'First name',
  lastName: 'Last name',
  phone: 'Phone number',
  address: 'Address',
  city: 'City',
  country: 'Country',
};

const fieldsOf = ({ firstName, lastName, phone, address, city, country }: Customer): DetailFields => ({
  ...{ firstName, lastName, phone, address, city, country },
});

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
  const editor = useEditor<DetailFields, Customer>({
    record: customer,
    fieldsOf,
    toBody: (fields, { version }) => ({ ...fields, version, updateByAdmin: true }),
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
      <Fields editor={editor} />
    </EditorFrame>
  );
}

function Fields({ editor: { fields, errors, set } }: { editor: Editor<DetailFields> }) {
  const typed = (name: keyof DetailFields) => (
    <Typed
      label={labels[name]}
      error={errors[name]}
      value={fields[name]}
      onChange={(value) => set(name, value)}
    />
  );
  return (
    <Section title="Customer details">
      <div className="grid gap-3 sm:grid-cols-2">
        {typed('firstName')}
        {typed('lastName')}
      </div>
      {typed('phone')}
      {typed('address')}
      <div className="grid gap-3 sm:grid-cols-2">
        {typed('city')}
        <CountrySelect
          error={errors.country}
          value={fields.country}
          onChange={(value) => set('country', value)}
        />
      </div>
    </Section>
  );
}
