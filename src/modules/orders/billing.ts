/** The billing details of an order: as columns, and in the text that identifies a purchase request. Pure. */
import {
  type Billing,
  buyerFieldNames,
  buyerFields,
  type InvoiceColumn,
  invoiceColumns,
  invoiceColumnsOf,
  invoiceFieldNames,
  invoiceFields,
  mapNames,
  type OrderBilling,
  type OrderBuyerColumn,
} from '#kernel/billing-fields.ts';

export const billingColumns = [
  ...buyerFieldNames.map((name) => buyerFields[name].orderColumn),
  ...invoiceColumns,
];

type BillingRow = Record<OrderBuyerColumn, string> & Record<InvoiceColumn, string | null>;

export const toBilling = (row: BillingRow): OrderBilling => ({
  ...mapNames(buyerFieldNames, (name) => row[buyerFields[name].orderColumn]),
  ...mapNames(invoiceFieldNames, (name) => row[invoiceFields[name].column]),
});

export const toBillingRow = (billing: Billing): BillingRow => ({
  ...(Object.fromEntries(
    buyerFieldNames.map((name) => [buyerFields[name].orderColumn, billing[name]]),
  ) as Record<OrderBuyerColumn, string>),
  ...invoiceColumnsOf(billing, null),
});

/** The fields that request texts had before others were added. */
const companyFieldNames = ['company', 'taxNumber'] as const;
const laterFieldNames = invoiceFieldNames.filter(
  (name) => !(companyFieldNames as readonly string[]).includes(name),
);

/**
 * The billing details in the text of a purchase request. Orders store a hash of that text, so details without
 * a later field must always give the same one: a later field is added by name, and only with a value.
 * `isCompanyRequired`: include the company and tax number even when both are empty.
 */
export function billingTexts(
  billing: Billing,
  { isCompanyRequired }: { isCompanyRequired: boolean },
): (string | [name: string, text: string])[] {
  const company = companyFieldNames.map((name) => billing[name] ?? '');
  return [
    ...buyerFieldNames.map((name) => (name === 'email' ? billing.email.toLowerCase() : billing[name])),
    ...(isCompanyRequired || company.some(Boolean) ? company : []),
    ...laterFieldNames.flatMap((name): [string, string][] => {
      const text = billing[name];
      return text ? [[name, text]] : [];
    }),
  ];
}
