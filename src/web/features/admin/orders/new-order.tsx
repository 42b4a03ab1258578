/**
 * Creates an order for a customer or a guest at current prices. The link is emailed, and anyone who has it
 * can pay.
 */
import { useEffect, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { staffCreateOrder } from '#contract/admin/order-acts.ts';
import {
  filledInvoiceTexts,
  type InvoiceField,
  invoiceFieldNames,
  invoiceFields,
  mapNames,
} from '#kernel/billing-fields.ts';
import { formatMoney, fromDollars } from '#kernel/money.ts';
import { EditorFrame, Section, Typed } from '#web/features/admin/form/editor-frame.tsx';
import { type Editor, useEditor } from '#web/features/admin/form/use-editor.ts';
import { CountrySelect } from '#web/features/admin/form/country-select.tsx';
import { RecordSkeleton } from '#web/features/admin/detail/record-skeleton.tsx';
import { type ProductRow, useStaffProductsQuery } from '#web/features/admin/records/products.ts';
import { type Customer, useStaffCustomerQuery } from '#web/features/admin/records/customers.ts';
import { Loaded } from '#web/features/admin/shell/loaded.tsx';
import { Button } from '#web/ui/button.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import * as toasts from '#web/ui/toasts.ts';
import { CustomerPicker } from './customer-picker.tsx';
import { type NewOrder, type OrderFacts, useStaffOrderCreationMutation } from './calls.ts';

type OrderFields = {
  customerId: string;
  productIds: string[];
  couponCode: string;
  firstName: string;
  lastName: string;
  email: string;
  phone: string;
  addressLine1: string;
  country: string;
} & Record<InvoiceField, string>;

const labels: Record<keyof OrderFields, string> = {
  customerId: 'Customer',
  productIds: 'Products',
  couponCode: 'Coupon code',
  firstName: 'First name',
  lastName: 'Last name',
  email: 'Email',
  phone: 'Phone number',
  addressLine1: 'Address',
  country: 'Country',
  ...mapNames(invoiceFieldNames, (name) => invoiceFields[name].label),
};

const billingOf = (customer: Customer | null) => ({
  customerId: customer?.id ?? '',
  firstName: customer?.firstName ?? '',
  lastName: customer?.lastName ?? '',
  email: customer?.email ?? '',
  phone: customer?.phone ?? '',
  addressLine1: [customer?.address, customer?.city].filter(Boolean).join(', '),
  country: customer?.country ?? '',
});

const freshFor = (customer: Customer | null): OrderFields => ({
  ...billingOf(customer),
  ...{ productIds: [], couponCode: '' },
  ...mapNames(invoiceFieldNames, () => ''),
});

function bodyOf({ customerId, productIds, couponCode, ...billing }: OrderFields): NewOrder {
  const { firstName, lastName, email, phone, addressLine1, country, ...invoiceTexts } = billing;
  return {
    ...(customerId === '' ? {} : { customerId }),
    productIds,
    ...(couponCode.trim() === '' ? {} : { couponCode }),
    billing: {
      ...{ firstName, lastName, email, phone, addressLine1, country },
      ...filledInvoiceTexts(invoiceTexts),
    },
  };
}

/** `?customer=` preselects the customer. */
export function NewOrderPage() {
  const [search] = useSearchParams();
  const id = search.get('customer');
  return id === null ? <OrderForm customer={null} /> : <ForCustomer id={id} />;
}

function ForCustomer({ id }: { id: string }) {
  const query = useStaffCustomerQuery(id);
  return (
    <Loaded what="Customer" query={query} isPage skeleton={<RecordSkeleton />}>
      {(customer) => <OrderForm key={customer.id} customer={customer} />}
    </Loaded>
  );
}

function OrderForm({ customer }: { customer: Customer | null }) {
  const navigate = useNavigate();
  const [create] = useStaffOrderCreationMutation();
  const [createdOrder, setCreatedOrder] = useState<OrderFacts | null>(null);
  const editor = useEditor<OrderFields, OrderFacts | null>({
    record: null,
    // Clears the form after the order is placed.
    fieldsOf: (order) => freshFor(order === null ? customer : null),
    toBody: bodyOf,
    schema: staffCreateOrder.body,
    send: (body, key) => create({ body: body as NewOrder, key }),
    reload: async () => null,
    onSaved: setCreatedOrder,
  });
  // Runs after the form is marked as saved, so the unsaved-changes guard does not ask.
  useEffect(() => {
    if (createdOrder === null) return;
    toasts.success(
      createdOrder.status === 'awaiting_payment'
        ? `${createdOrder.number} created. Payment link sent to ${createdOrder.billing.email}`
        : `${createdOrder.number} created`,
    );
    void navigate(`/admin/orders/${createdOrder.id}`, { replace: true });
  }, [createdOrder, navigate]);
  const area =
    customer === null
      ? { path: 'orders', title: 'Orders' }
      : { path: `customers/${customer.id}`, title: customer.name || customer.email };
  return (
    <EditorFrame
      area={area}
      permission="orders.write"
      title="New order"
      action="Create order and send link"
      labels={labels}
      editor={editor}
      aside={
        <p className="text-sm text-muted">
          The order uses current prices and awaits payment. The payment link is sent immediately. Anyone with
          the link can pay by card for 24 hours.
        </p>
      }
    >
      <Whom editor={editor} />
      <Products editor={editor} />
      <Billing editor={editor} />
    </EditorFrame>
  );
}

function Whom({ editor: { fields, set } }: { editor: Editor<OrderFields> }) {
  const pick = (customer: Customer | null) => {
    for (const [name, value] of Object.entries(billingOf(customer))) set(name as 'email', value);
  };
  return (
    <Section
      title="Customer"
      hint="Customers see the order in their profile. Guests are identified by email address only."
    >
      {fields.customerId === '' ? (
        <CustomerPicker onPick={pick} />
      ) : (
        <p className="flex flex-wrap items-center justify-between gap-3">
          <span className="wrap-anywhere">
            {fields.firstName} {fields.lastName} <span className="text-muted">{fields.email}</span>
          </span>
          <Button size="small" variant="secondary" onClick={() => pick(null)}>
            Change customer
          </Button>
        </p>
      )}
    </Section>
  );
}

const priceOf = ({ type, price, subscriptionPrice }: ProductRow): number | null =>
  type === 'subscription' ? subscriptionPrice : price;

function Products({ editor: { fields, errors, set } }: { editor: Editor<OrderFields> }) {
  const query = useStaffProductsQuery({ view: 'published' });
  const toggle = (id: string, isOn: boolean) =>
    set('productIds', isOn ? [...fields.productIds, id] : fields.productIds.filter((each) => each !== id));
  return (
    <Section title="Products">
      <Loaded what="Products" query={query} skeleton={<Skeleton className="h-40" />}>
        {({ rows }) => (
          <fieldset
            className="grid gap-2"
            aria-describedby={errors.productIds === undefined ? undefined : 'no-products'}
          >
            <legend className="sr-only">Products</legend>
            {rows.map((product) => (
              <Choice
                key={product.id}
                product={product}
                checked={fields.productIds.includes(product.id)}
                onChange={(isOn) => toggle(product.id, isOn)}
              />
            ))}
            <Sum chosen={rows.filter(({ id }) => fields.productIds.includes(id))} />
          </fieldset>
        )}
      </Loaded>
      {errors.productIds !== undefined && (
        <p id="no-products" role="alert" className="text-sm text-danger">
          {errors.productIds}
        </p>
      )}
      <Typed
        label="Coupon code"
        hint="Optional."
        error={errors.couponCode}
        value={fields.couponCode}
        onChange={(value) => set('couponCode', value)}
      />
    </Section>
  );
}

/** Products with quote-only pricing cannot be ordered this way. */
function Choice({
  product,
  checked,
  onChange,
}: {
  product: ProductRow;
  checked: boolean;
  onChange: (isOn: boolean) => void;
}) {
  const price = priceOf(product);
  return (
    <label className="flex min-h-6 items-start gap-2.5">
      <input
        type="checkbox"
        className="mt-1 size-4.5"
        checked={checked}
        disabled={price === null}
        onChange={({ target }) => onChange(target.checked)}
      />
      <span className="min-w-0 grow wrap-anywhere">{product.name}</span>
      <span className="shrink-0 text-muted">
        {price === null ? 'By quote' : formatMoney(fromDollars(price))}
        {product.subscriptionPeriod !== null && price !== null && ` a ${product.subscriptionPeriod}`}
      </span>
    </label>
  );
}

const Sum = ({ chosen }: { chosen: ProductRow[] }) => (
  <p role="status" className="flex justify-between gap-4 border-t border-line pt-2 font-medium">
    <span>{chosen.length === 1 ? '1 product' : `${chosen.length} products`}, before a coupon</span>
    <span className="money">
      {formatMoney(fromDollars(chosen.reduce((sum, product) => sum + (priceOf(product) ?? 0), 0)))}
    </span>
  </p>
);

function Billing({ editor: { fields, errors, set } }: { editor: Editor<OrderFields> }) {
  const typed = (name: Exclude<keyof OrderFields, 'productIds'>, hint?: string) => (
    <Typed
      key={name}
      label={labels[name]}
      {...(hint === undefined ? {} : { hint })}
      error={errors[`billing.${name}`]}
      value={fields[name]}
      onChange={(value) => set(name, value)}
    />
  );
  const pair = 'grid gap-3 sm:grid-cols-2';
  return (
    <Section title="Billing details" hint="Shown on the invoice.">
      <div className={pair}>
        {typed('firstName')}
        {typed('lastName')}
      </div>
      <div className={pair}>
        {typed('email', 'The payment link is sent to this address.')}
        {typed('phone')}
      </div>
      <div className={pair}>
        {typed('addressLine1')}
        <CountrySelect
          error={errors['billing.country']}
          value={fields.country}
          onChange={(value) => set('country', value)}
        />
      </div>
      <div className={pair}>{invoiceFieldNames.map((name) => typed(name, 'Optional.'))}</div>
    </Section>
  );
}
