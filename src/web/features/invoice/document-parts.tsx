/**
 * Shared parts of invoices, credit notes, and statements on screen: layout, facts, the two parties, and the
 * table of lines.
 */
import type { ReactNode } from 'react';
import type { Answer } from '#contract/endpoint.ts';
import type { readInvoice } from '#contract/invoices.ts';
import { countryName } from '#kernel/countries.ts';
import { billedLines } from '#kernel/invoice-words.ts';
import { fromDollars } from '#kernel/money.ts';
import { Wordmark } from '#web/art/wordmark.tsx';
import { Button } from '#web/ui/button.tsx';
import { buttonStyle } from '#web/ui/button-style.ts';
import { MailLink } from '#web/ui/mail-link.tsx';
import { Money } from '#web/ui/money.tsx';

type Shared = Pick<Answer<typeof readInvoice>, 'number' | 'seller' | 'billTo' | 'lines'>;

type Frame = {
  title: ReactNode;
  status: ReactNode;
  /** A link back, for pages that are reached from one place only. */
  back?: ReactNode;
  download: ReactNode;
  /** The accessible name of the card. */
  label: string;
  main: ReactNode;
  aside: ReactNode;
  notes: ReactNode;
};

export const DocumentFrame = ({ title, status, back, download, label, main, aside, notes }: Frame) => (
  <div className="page grid gap-8 py-10 lg:py-14 print:gap-6 print:py-0">
    <div className="hidden print:block">
      <Wordmark />
    </div>
    {back !== undefined && <p data-print="no">{back}</p>}
    <header className="flex flex-wrap items-end justify-between gap-x-8 gap-y-5">
      <div className="grid justify-items-start gap-3">
        {status}
        <h1 className="text-2xl wrap-anywhere">{title}</h1>
      </div>
      <div className="flex flex-wrap gap-3" data-print="no">
        {download}
        <Button variant="secondary" className="noscript:hidden" onClick={() => window.print()}>
          Print
        </Button>
      </div>
    </header>
    <div className="grid items-start gap-8 lg:grid-cols-12 print:block print:space-y-8">
      <section
        aria-label={label}
        className="grid gap-8 rounded-lg border border-line bg-surface p-5 sm:p-8 lg:col-span-8 print:border-0 print:p-0"
      >
        {main}
      </section>
      <div className="grid gap-8 lg:col-span-4">
        {aside}
        <div className="grid gap-3 text-sm text-muted" data-print="no">
          {notes}
        </div>
      </div>
    </div>
  </div>
);

type Linked = Pick<Frame, 'status' | 'main' | 'aside'> & {
  /** `Invoice`, before the number. */
  name: string;
  document: Pick<Shared, 'number'>;
  pdf: string;
  /** The page already has a primary action, such as paying. */
  hasAction?: boolean;
};

/** An invoice or a credit note that anyone with the link can open. */
export const LinkedDocument = ({ name, document: { number }, pdf, hasAction = false, ...parts }: Linked) => (
  <DocumentFrame
    {...parts}
    title={
      <>
        {name} <span className="money">{number}</span>
      </>
    }
    label={name === 'Invoice' ? 'What is billed' : 'What was credited'}
    download={
      <a
        href={pdf}
        download={`${number}.pdf`}
        className={buttonStyle({ variant: hasAction ? 'secondary' : 'primary' })}
      >
        Download PDF
      </a>
    }
    notes={
      <>
        <p>
          Anyone with the link to this page can open this {name.toLowerCase()}. Share it only with people who
          may see it.
        </p>
        <p>
          A question about this {name.toLowerCase()}? Write to <MailLink subject={`${name} ${number}`} />.
        </p>
      </>
    }
  />
);

export const Facts = ({ facts }: { facts: { term: string; value: ReactNode }[] }) => (
  <dl className="grid gap-x-6 gap-y-3 rounded-md bg-sunk p-4 sm:grid-cols-3 sm:p-5 print:grid-cols-3 print:p-0">
    {facts.map(({ term, value }) => (
      <div key={term} className="flex justify-between gap-4 sm:block print:block">
        <dt className="text-sm text-muted">{term}</dt>
        <dd className="font-semibold">{value}</dd>
      </div>
    ))}
  </dl>
);

export const Parties = ({
  document: { seller, billTo },
}: {
  document: Pick<Shared, 'seller' | 'billTo'>;
}) => (
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

export const LinesTable = ({
  label,
  heading,
  lines,
}: {
  label: string;
  heading: string;
  lines: Shared['lines'];
}) => (
  <table aria-label={label} className="w-full border-collapse">
    <thead>
      <tr className="border-b-2 border-ink text-sm text-muted">
        <th scope="col" className="py-2 text-start font-normal">
          {heading}
        </th>
        <th scope="col" className="py-2 text-end font-normal">
          Amount
        </th>
      </tr>
    </thead>
    <tbody>
      {lines.map(({ text, amount }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an issued document never changes, and may list one thing twice
        <tr key={index} className="break-inside-avoid border-b border-line">
          <td className="py-3 pe-4 align-top wrap-anywhere">{text}</td>
          <td className="py-3 text-end align-top">
            <Money amount={fromDollars(amount)} />
          </td>
        </tr>
      ))}
    </tbody>
  </table>
);

export const Sums = ({ children }: { children: ReactNode }) => (
  <dl className="grid w-full gap-2 break-inside-avoid sm:ms-auto sm:w-7/12">{children}</dl>
);

export const Sum = ({ term, children }: { term: string; children: ReactNode }) => (
  <div className="flex justify-between gap-4">
    <dt className="min-w-0 text-muted wrap-anywhere">{term}</dt>
    <dd>{children}</dd>
  </div>
);

export const Total = ({ term, amount, isSum }: { term: string; amount: number; isSum: boolean }) => (
  <div
    className={`flex flex-wrap justify-between gap-x-4 text-lg font-semibold ${isSum ? 'border-t border-line pt-3' : ''}`}
  >
    <dt>{term}</dt>
    <dd>
      <Money amount={fromDollars(amount)} />
    </dd>
  </div>
);
