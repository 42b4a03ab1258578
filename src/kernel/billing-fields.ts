/**
 * The billing fields. Schemas, columns, carts, forms, erasure, and documents derive from these two lists, in
 * this order. `docs/how-to/add-a-billing-field.md` adds a field.
 */

/** Required for every order. `atMost` is in characters. */
export const buyerFields = {
  firstName: { orderColumn: 'first_name', cartColumn: 'first_name', atMost: 100 },
  lastName: { orderColumn: 'last_name', cartColumn: 'last_name', atMost: 100 },
  email: { orderColumn: 'email', cartColumn: 'email', atMost: 254 },
  country: { orderColumn: 'country', cartColumn: 'country', atMost: 100 },
  phone: { orderColumn: 'phone', cartColumn: 'phone_number', atMost: 40 },
  addressLine1: { orderColumn: 'address_line1', cartColumn: 'address_line1', atMost: 300 },
} as const;

/**
 * Optional, and printed on the invoice. `column`: of orders, where it is null without a value, and of carts,
 * where it is empty. `label`: on documents and in the console.
 */
export const invoiceFields = {
  company: { column: 'company', atMost: 120, label: 'Company' },
  taxNumber: { column: 'tax_number', atMost: 40, label: 'Tax number' },
} as const;

export type BuyerField = keyof typeof buyerFields;
export type InvoiceField = keyof typeof invoiceFields;
export type OrderBuyerColumn = (typeof buyerFields)[BuyerField]['orderColumn'];
export type CartBuyerColumn = (typeof buyerFields)[BuyerField]['cartColumn'];
export type InvoiceColumn = (typeof invoiceFields)[InvoiceField]['column'];

export const buyerFieldNames = Object.keys(buyerFields) as BuyerField[];
export const invoiceFieldNames = Object.keys(invoiceFields) as InvoiceField[];
export const invoiceColumns = invoiceFieldNames.map((name) => invoiceFields[name].column);

/** Printed below the buyer's name, with their labels. The company is printed above it, without one. */
export const labeledFieldNames = invoiceFieldNames.filter((name) => name !== 'company');

/** As received. */
export type Billing = Record<BuyerField, string> & Partial<Record<InvoiceField, string | null | undefined>>;
/** As stored with an order. */
export type InvoiceTexts = Record<InvoiceField, string | null>;
export type OrderBilling = Record<BuyerField, string> & InvoiceTexts;

/** An object with one value for each name. */
export const mapNames = <Name extends string, Value>(
  names: readonly Name[],
  read: (name: Name) => Value,
): Record<Name, Value> => Object.fromEntries(names.map((name) => [name, read(name)])) as Record<Name, Value>;

export const noInvoiceTexts: InvoiceTexts = mapNames(invoiceFieldNames, () => null);

/** Only the fields with a value. */
export const filledInvoiceTexts = (texts: Record<InvoiceField, string>): Partial<typeof texts> =>
  Object.fromEntries(
    invoiceFieldNames.filter((name) => texts[name] !== '').map((name) => [name, texts[name]]),
  );

/** The columns of an order or a cart. `empty`: the value of a field without a text. */
export const invoiceColumnsOf = <Empty extends string | null>(
  texts: Partial<Record<InvoiceField, string | null | undefined>>,
  empty: Empty,
): Record<InvoiceColumn, string | Empty> =>
  Object.fromEntries(
    invoiceFieldNames.map((name) => [invoiceFields[name].column, texts[name] ?? empty]),
  ) as Record<InvoiceColumn, string | Empty>;
