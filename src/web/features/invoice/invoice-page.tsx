/** An invoice on screen, and on paper for whoever prints the page. The PDF of the same invoice is drawn by the server. */
import type { ReactNode } from 'react';
import type { Answer } from '#contract/endpoint.ts';
import type { readInvoice } from '#contract/invoices.ts';
import { countryName } from '#kernel/countries.ts';
import { formatDate } from '#kernel/dates.ts';
import { billedLines, discountName, invoicePaymentStatus, paidWith } from '#kernel/invoice-words.ts';
import { fromDollars, subtract, zero } from '#kernel/money.ts';
import { Wordmark } from '#web/art/wordmark.tsx';
import { Badge, type Tone } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { buttonStyle } from '#web/ui/button-style.ts';
import { MailLink } from '#web/ui/mail-link.tsx';
import { Money } from '#web/ui/money.tsx';

type Invoice = Answer<typeof readInvoice>;

const tones: Record<string, Tone> = { Paid: 'ok', 'Not paid': 'warn' };

export const InvoicePage = ({ invoice }: { invoice: Invoice }) => (
  <div className="page grid gap-8 py-10 lg:py-14 print:gap-6 print:py-0">
    <div className="hidden print:block">
      <Wordmark />
    </div>
    <header className="flex flex-wrap items-end justify-between gap-x-8 gap-y-5">
      <div className="grid justify-items-start gap-3">
        <PaymentStatus invoice={invoice} />
        <h1 className="text-2xl wrap-anywhere">
          Invoice <span className="money">{invoice.number}</span>
        </h1>
      </div>
      <div className="flex flex-wrap gap-3" data-print="no">
        <a href={`/api/invoices/${invoice.id}/pdf`} download={`${invoice.number}.pdf`} className={buttonStyle({})}>
          Download PDF
        </a>
        <Button variant="secondary" className="noscript:hidden" onClick={() => window.print()}>
          Print
        </Button>
      </div>
    </header>
    <div className="grid items-start gap-8 lg:grid-cols-12 print:block print:space-y-8">
      <section
        aria-label="What is billed"
        className="grid gap-8 rounded-lg border border-line bg-surface p-5 sm:p-8 lg:col-span-8 print:border-0 print:p-0"
      >
        <Facts invoice={invoice} />
        <Parties invoice={invoice} />
        <Lines invoice={invoice} />
      </section>
      <div className="grid gap-8 lg:col-span-4">
        <Payment invoice={invoice} />
        <div className="grid gap-3 text-sm text-muted" data-print="no">
          <p>Anyone with the link to this page can open this invoice. Share it only with people who may see it.</p>
          <p>
            A question about this invoice? Write to <MailLink subject={`Invoice ${invoice.number}`} />.
          </p>
        </div>
      </div>
    </div>
  </div>
);

function PaymentStatus({ invoice }: { invoice: Invoice }) {
  const word = invoicePaymentStatus(invoice);
  return <Badge tone={tones[word] ?? 'plain'}>{word}</Badge>;
}

const Facts = ({ invoice: { issuedAt, dueOn, orderNumber } }: { invoice: Invoice }) => (
  <dl className="grid gap-x-6 gap-y-3 rounded-md bg-sunk p-4 sm:grid-cols-3 sm:p-5 print:grid-cols-3 print:p-0">
    <Fact term="Issued">{formatDate(issuedAt)}</Fact>
    <Fact term="Due">{formatDate(dueOn)}</Fact>
    <Fact term="Order">
      <span className="money">{orderNumber}</span>
    </Fact>
  </dl>
);

const Fact = ({ term, children }: { term: string; children: ReactNode }) => (
  <div className="flex justify-between gap-4 sm:block print:block">
    <dt className="text-sm text-muted">{term}</dt>
    <dd className="font-semibold">{children}</dd>
  </div>
);

const Parties = ({ invoice: { seller, billTo } }: { invoice: Invoice }) => (
  <div className="grid gap-6 sm:grid-cols-2 print:grid-cols-2">
    <Party heading="From" lines={[seller.name, ...seller.address, seller.email, seller.phone]} />
    <Party heading="Billed to" lines={billedLines(billTo, countryName(billTo.country))} />
  </div>
);

const Party = ({ heading, lines: [name, ...lines] }: { heading: string; lines: string[] }) => (
  <div className="min-w-0">
    <h2 className="font-sans text-sm font-normal tracking-normal text-muted">{heading}</h2>
    <address className="wrap-anywhere not-italic">
      <span className="block font-semibold">{name}</span>
      <span className="block whitespace-pre-line">{lines.join('\n')}</span>
    </address>
  </div>
);

const Lines = ({ invoice: { lines, subtotal, discount, total } }: { invoice: Invoice }) => (
  <div className="grid gap-4">
    <table aria-label="Services" className="w-full border-collapse">
      <thead>
        <tr className="border-b-2 border-ink text-sm text-muted">
          <th scope="col" className="py-2 text-start font-normal">
            Service
          </th>
          <th scope="col" className="py-2 text-end font-normal">
            Amount
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map(({ text, amount }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: an invoice never changes, and may list one thing twice
          <tr key={index} className="break-inside-avoid border-b border-line">
            <td className="py-3 pe-4 align-top wrap-anywhere">{text}</td>
            <td className="py-3 text-end align-top">
              <Money amount={fromDollars(amount)} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
    <dl className="grid w-full gap-2 break-inside-avoid sm:ms-auto sm:w-7/12">
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
      <div
        className={`flex flex-wrap justify-between gap-x-4 text-lg font-semibold ${discount === null ? '' : 'border-t border-line pt-3'}`}
      >
        <dt>Total (USD)</dt>
        <dd>
          <Money amount={fromDollars(total)} />
        </dd>
      </div>
    </dl>
  </div>
);

const Sum = ({ term, children }: { term: string; children: ReactNode }) => (
  <div className="flex justify-between gap-4">
    <dt className="min-w-0 text-muted wrap-anywhere">{term}</dt>
    <dd>{children}</dd>
  </div>
);

function Payment({ invoice: { total, payments, refunds, paid, due, dueOn } }: { invoice: Invoice }) {
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
        {refunds.map(({ date, amount, pending }) => (
          <PaymentActivity key={date} what={pending ? 'Refund, on its way' : 'Refund'} note={formatDate(date)}>
            <Money amount={subtract(zero, fromDollars(amount))} />
          </PaymentActivity>
        ))}
        {total === 0 && <PaymentActivity what="Nothing to pay" />}
        {refunds.length > 0 && (
          <PaymentActivity what="Remains paid">
            <Money amount={fromDollars(paid)} className="font-semibold" />
          </PaymentActivity>
        )}
        {due > 0 && (
          <PaymentActivity what="To be paid" note={`by ${formatDate(dueOn)}`}>
            <Money amount={fromDollars(due)} className="font-semibold" />
          </PaymentActivity>
        )}
      </ul>
    </section>
  );
}

const PaymentActivity = ({ what, note, children }: { what: string; note?: string; children?: ReactNode }) => (
  <li className="flex justify-between gap-4 py-3">
    <span>
      {what}
      {note && <span className="block text-sm text-muted">{note}</span>}
    </span>
    {children}
  </li>
);
