/** An invoice on screen and in print. The server renders the PDF of the same invoice. */
import type { ReactNode } from 'react';
import type { Answer } from '#contract/endpoint.ts';
import type { readInvoice } from '#contract/invoices.ts';
import { formatDate, formatDueDay } from '#kernel/dates.ts';
import { discountName, invoicePaymentStatus, paidWith } from '#kernel/invoice-words.ts';
import { fromDollars, subtract, zero } from '#kernel/money.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { Badge, type Tone } from '#web/ui/badge.tsx';
import { Money } from '#web/ui/money.tsx';
import { LinkedDocument, Facts, LinesTable, Parties, Sum, Sums, Total } from './document-parts.tsx';

type Invoice = Answer<typeof readInvoice>;

const tones: Record<string, Tone> = { Paid: 'ok', 'Not paid': 'warn' };

export function InvoicePage({ invoice }: { invoice: Invoice }) {
  const word = invoicePaymentStatus(invoice);
  return (
    <LinkedDocument
      name="Invoice"
      document={invoice}
      status={<Badge tone={tones[word] ?? 'plain'}>{word}</Badge>}
      pdf={`/api/invoices/${invoice.id}/pdf`}
      hasAction={invoice.payAt !== null}
      main={
        <>
          <Facts
            facts={[
              { term: 'Issued', value: formatDate(invoice.issuedAt) },
              { term: 'Due', value: formatDueDay(invoice.dueOn) },
              { term: 'Order', value: <span className="money">{invoice.orderNumber}</span> },
            ]}
          />
          <Parties document={invoice} />
          <Lines invoice={invoice} />
        </>
      }
      aside={<Payment invoice={invoice} />}
    />
  );
}

const Lines = ({ invoice: { lines, subtotal, discount, total, credited } }: { invoice: Invoice }) => (
  <div className="grid gap-4">
    <LinesTable label="Services" heading="Service" lines={lines} />
    <Sums>
      {discount !== null && (
        <>
          <Sum term="Subtotal">
            <Money amount={fromDollars(subtotal)} />
          </Sum>
          <Sum term={discountName(discount.code)}>
            <Money amount={subtract(zero, fromDollars(discount.amount))} className="text-ok" />
          </Sum>
        </>
      )}
      <Total term="Total (USD)" amount={total} isSum={discount !== null} />
      {credited > 0 && (
        <Sum term="Credited">
          <Money amount={subtract(zero, fromDollars(credited))} />
        </Sum>
      )}
    </Sums>
  </div>
);

function Payment({
  invoice: { total, payments, refunds, takenBack, paid, due, dueOn, payAt },
}: {
  invoice: Invoice;
}) {
  return (
    <section aria-labelledby="payment-heading" className="break-inside-avoid">
      <h2 id="payment-heading" className="border-b-2 border-ink pb-3 text-lg">
        Payment
      </h2>
      <ul className="divide-y divide-line border-b border-line">
        {payments.map(({ date, amount, card }) => (
          <PaymentActivity key={date} what={paidWith(card)} note={formatDate(date)}>
            <Money amount={fromDollars(amount)} />
          </PaymentActivity>
        ))}
        {refunds.map(({ date, amount, pending, creditNote }) => (
          <PaymentActivity
            key={creditNote?.id ?? date}
            what={pending ? 'Refund, on its way' : 'Refund'}
            note={formatDate(date)}
            link={
              creditNote && {
                href: `/credit-notes/${creditNote.id}`,
                text: `Credit note ${creditNote.number}`,
              }
            }
          >
            <Money amount={subtract(zero, fromDollars(amount))} />
          </PaymentActivity>
        ))}
        {takenBack.map(({ date, amount }) => (
          <PaymentActivity key={date} what="Reversed by the bank" note={formatDate(date)}>
            <Money amount={subtract(zero, fromDollars(amount))} />
          </PaymentActivity>
        ))}
        {total === 0 && <PaymentActivity what="Nothing to pay" />}
        {(refunds.length > 0 || takenBack.length > 0) && (
          <PaymentActivity what="Net paid">
            <Money amount={fromDollars(paid)} className="font-semibold" />
          </PaymentActivity>
        )}
        {due > 0 && (
          <PaymentActivity what="Amount due" note={`by ${formatDueDay(dueOn)}`}>
            <Money amount={fromDollars(due)} className="font-semibold" />
          </PaymentActivity>
        )}
      </ul>
      {payAt !== null && (
        <p className="mt-5 print:hidden">
          <ButtonLink to={payAt} rel="noreferrer">
            Pay this invoice
          </ButtonLink>
        </p>
      )}
    </section>
  );
}

type MovementParts = {
  what: string;
  note?: string;
  link?: { href: string; text: string } | null;
  children?: ReactNode;
};

const PaymentActivity = ({ what, note, link, children }: MovementParts) => (
  <li className="flex justify-between gap-4 py-3">
    <span>
      {what}
      {note && <span className="block text-sm text-muted">{note}</span>}
      {link && (
        <a
          href={link.href}
          className="inline-block py-1 text-sm underline underline-offset-4 hover:text-accent"
        >
          {link.text}
        </a>
      )}
    </span>
    {children}
  </li>
);
