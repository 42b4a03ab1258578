/**
 * What a document shows, in order, with its dates and amounts formatted. The page and the PDF draw the same
 * description, so they show the same.
 */
import { invoiceFields, type InvoiceTexts, labeledFieldNames } from '#kernel/billing-fields.ts';
import { countryName } from '#kernel/countries.ts';
import type { Cents } from '#kernel/money.ts';

export type Seller = { name: string; address: string[]; email: string; phone: string };
type BillTo = Record<'name' | 'addressLine1' | 'country' | 'email', string> & InvoiceTexts;
export type SellerAndBuyer = { seller: Seller; billTo: BillTo };

/** The server describes amounts in cents, and a page those of the wire in dollars. */
export type ToCents = (amount: number) => Cents;

/** `href`: the page that the value links to. */
export type Fact = { term: string; value: string; isFigure?: boolean; href?: string };
/** The first line is the name. */
export type Party = { heading: string; lines: string[] };
export type Sum = { term: string; amount: string; kind: 'plain' | 'discount' | 'total' };

export type DocumentDescription = {
  /** `Invoice`. */
  name: string;
  /** `INV-2026-00001`. */
  number: string;
  title: string;
  status: { word: string; tone: 'ok' | 'warn' | 'plain' };
  /** The accessible name of its main part. */
  label: string;
  facts: Fact[];
  /** Follows the facts on paper only. */
  paperFact: Fact;
  parties: Party[];
};

export const partiesOf = ({ seller, billTo }: SellerAndBuyer): Party[] => [
  { heading: 'From', lines: [seller.name, ...seller.address, seller.email, seller.phone] },
  { heading: 'Billed to', lines: billedLines(billTo) },
];

/** The most important line first. Empty lines are omitted. */
function billedLines({ company, name, addressLine1, country, email, ...texts }: BillTo): string[] {
  const labeled = labeledFieldNames.map(
    (field) => texts[field] && `${invoiceFields[field].label}: ${texts[field]}`,
  );
  const lines = [company, name, ...labeled, addressLine1, countryName(country), email];
  return lines.filter((line): line is string => Boolean(line));
}
