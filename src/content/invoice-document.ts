/** Invoices and credit notes as their pages and PDFs show them. */
import { brandName } from './card-brands.ts';
import { formatDate, formatDueDay } from '#kernel/dates.ts';
import {
  type DocumentDescription,
  partiesOf,
  type SellerAndBuyer,
  type Sum,
  type ToCents,
} from './document.ts';
import { formatMoney, subtract, zero } from '#kernel/money.ts';

/** `link`: the page behind the row, with the name and number of its document. */
export type PaymentRow = {
  text: string;
  /** Empty for a row without a date. */
  when: string;
  amount: string;
  isStrong?: boolean;
  link?: { href: string; name: string; number: string } | null;
};

export type InvoiceDescription = DocumentDescription & {
  table: { label: string; heading: string; lines: { text: string; amount: string }[] };
  sums: Sum[];
  /** Of an invoice. */
  payment?: { heading: string; rows: PaymentRow[] };
  /** Of a credit note. The heading is on the page only. */
  meaning?: { heading: string; text: string };
};

type Linked = SellerAndBuyer & {
  number: string;
  issuedAt: string;
  orderNumber: string;
  lines: { text: string; amount: number }[];
  total: number;
};

type Invoice = Linked & {
  status: 'open' | 'paid' | 'void' | 'uncollectible';
  dueOn: string;
  subtotal: number;
  discount: { amount: number; code: string | null } | null;
  payments: { date: string; amount: number; card: { brand: string; last4: string } | null }[];
  refunds: {
    date: string;
    amount: number;
    pending: boolean;
    creditNote: { id: string; number: string } | null;
  }[];
  takenBack: { date: string; amount: number }[];
  credited: number;
  paid: number;
  due: number;
};

type CreditNote = Linked & {
  status: 'issued' | 'void';
  voidedAt: string | null;
  invoice: { id: string; number: string };
};

/** `minus` formats the negative amount. */
function formats(toCents: ToCents) {
  const money = (amount: number): string => formatMoney(toCents(amount));
  const minus = (amount: number): string => formatMoney(subtract(zero, toCents(amount)));
  return { money, minus };
}

type Formats = ReturnType<typeof formats>;

export function describeInvoice(invoice: Invoice, toCents: ToCents): InvoiceDescription {
  const { issuedAt, dueOn } = invoice;
  const shown = formats(toCents);
  return {
    ...linked(invoice, { name: 'Invoice', heading: 'Service', label: 'Services' }, shown),
    label: 'What is billed',
    status: paymentStatus(invoice),
    facts: [
      { term: 'Issued', value: formatDate(issuedAt) },
      { term: 'Due', value: formatDueDay(dueOn) },
      orderFact(invoice),
    ],
    sums: sumsOf(invoice, shown),
    payment: { heading: 'Payment', rows: paymentRows(invoice, shown) },
  };
}

export function describeCreditNote(note: CreditNote, toCents: ToCents): InvoiceDescription {
  const { issuedAt, invoice, total, status, voidedAt } = note;
  const shown = formats(toCents);
  const heading = 'What was credited';
  return {
    ...linked(note, { name: 'Credit note', heading, label: heading }, shown),
    label: heading,
    status: status === 'void' ? { word: 'Void', tone: 'warn' } : { word: 'Refunded', tone: 'ok' },
    facts: [
      { term: 'Issued', value: formatDate(issuedAt) },
      { term: 'Invoice', value: invoice.number, isFigure: true, href: `/invoices/${invoice.id}` },
      orderFact(note),
    ],
    sums: [{ term: 'Total credited (USD)', amount: shown.money(total), kind: 'total' }],
    meaning: {
      heading: 'What this means',
      text:
        voidedAt === null
          ? `This credit note corrects invoice ${invoice.number}. The amount is refunded to the card used for the payment.`
          : `This credit note has been void since ${formatDate(voidedAt)}: the refund could not be completed. Invoice ${invoice.number} stands without it.`,
    },
  };
}

/** What both kinds share. */
const linked = (
  document: Linked,
  { name, heading, label }: { name: string; heading: string; label: string },
  { money }: Formats,
) => ({
  name,
  number: document.number,
  title: `${name} ${document.number}`,
  paperFact: { term: 'Total', value: `${money(document.total)} USD` },
  parties: partiesOf(document),
  table: {
    label,
    heading,
    lines: document.lines.map(({ text, amount }) => ({ text, amount: money(amount) })),
  },
});

const orderFact = ({ orderNumber }: Linked) => ({ term: 'Order', value: orderNumber, isFigure: true });

function paymentStatus({ status, refunds, paid }: Invoice): InvoiceDescription['status'] {
  if (status === 'void') return { word: 'Void', tone: 'plain' };
  if (status !== 'paid') return { word: 'Not paid', tone: 'warn' };
  if (refunds.length === 0) return { word: 'Paid', tone: 'ok' };
  return { word: paid === 0 ? 'Refunded' : 'Partly refunded', tone: 'plain' };
}

function sumsOf({ subtotal, discount, total, credited }: Invoice, { money, minus }: Formats): Sum[] {
  const sums: Sum[] = [{ term: 'Total (USD)', amount: money(total), kind: 'total' }];
  if (discount !== null)
    sums.unshift(
      { term: 'Subtotal', amount: money(subtotal), kind: 'plain' },
      {
        term: discount.code === null ? 'Discount' : `Discount (${discount.code})`,
        amount: minus(discount.amount),
        kind: 'discount',
      },
    );
  if (credited > 0) sums.push({ term: 'Credited', amount: minus(credited), kind: 'plain' });
  return sums;
}

function paymentRows(invoice: Invoice, { money, minus }: Formats): PaymentRow[] {
  const { total, payments, refunds, takenBack, paid, due, dueOn } = invoice;
  const rows: PaymentRow[] = [
    ...payments.map(({ date, amount, card }) => ({
      text: card === null ? 'Paid by card' : `${brandName(card.brand)} ending in ${card.last4}`,
      when: formatDate(date),
      amount: money(amount),
    })),
    ...refunds.map(({ date, amount, pending, creditNote }) => ({
      text: pending ? 'Refund, on its way' : 'Refund',
      when: formatDate(date),
      amount: minus(amount),
      link: creditNote && {
        href: `/credit-notes/${creditNote.id}`,
        name: 'Credit note',
        number: creditNote.number,
      },
    })),
    ...takenBack.map(({ date, amount }) => ({
      text: 'Reversed by the bank',
      when: formatDate(date),
      amount: minus(amount),
    })),
  ];
  if (total === 0) rows.push({ text: 'Nothing to pay', when: '', amount: money(total) });
  if (refunds.length > 0 || takenBack.length > 0)
    rows.push({ text: 'Net paid', when: '', amount: money(paid), isStrong: true });
  if (due > 0)
    rows.push({ text: 'Amount due', when: `by ${formatDueDay(dueOn)}`, amount: money(due), isStrong: true });
  return rows;
}
