/** Draws an invoice or a credit note, which anyone with the link can open. */
import type { ReactNode } from 'react';
import type { Sum } from '#content/document.ts';
import type { InvoiceDescription, PaymentRow } from '#content/invoice-document.ts';
import { buttonStyle } from '#web/ui/button-style.ts';
import { MailLink } from '#web/ui/mail-link.tsx';
import { Aside, DocumentFrame, Total } from './document-parts.tsx';

type Linked = {
  shown: InvoiceDescription;
  pdf: string;
  /** The primary action of the page, such as paying. */
  action?: ReactNode;
};

export const LinkedDocument = ({ shown, pdf, action }: Linked) => (
  <DocumentFrame
    shown={shown}
    title={
      <>
        {shown.name} <span className="money">{shown.number}</span>
      </>
    }
    download={
      <a
        href={pdf}
        download={`${shown.number}.pdf`}
        className={buttonStyle({ variant: action ? 'secondary' : 'primary' })}
      >
        Download PDF
      </a>
    }
    main={
      <div className="grid gap-4">
        <LinesTable table={shown.table} />
        <Sums sums={shown.sums} />
      </div>
    }
    aside={
      <>
        {shown.payment && (
          <Aside id="payment-heading" heading={shown.payment.heading}>
            <ul className="divide-y divide-line border-b border-line">
              {shown.payment.rows.map((row, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the page never reorders the rows
                <Row key={index} row={row} />
              ))}
            </ul>
            {action}
          </Aside>
        )}
        {shown.meaning && (
          <Aside id="meaning-heading" heading={shown.meaning.heading} className="grid gap-3">
            <p>{shown.meaning.text}</p>
          </Aside>
        )}
      </>
    }
    notes={<Notes {...shown} />}
  />
);

const Notes = ({ name, title }: InvoiceDescription) => (
  <>
    <p>
      Anyone with the link to this page can open this {name.toLowerCase()}. Share it only with people who may
      see it.
    </p>
    <p>
      A question about this {name.toLowerCase()}? Write to <MailLink subject={title} />.
    </p>
  </>
);

const LinesTable = ({ table: { label, heading, lines } }: { table: InvoiceDescription['table'] }) => (
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
            <span className="money">{amount}</span>
          </td>
        </tr>
      ))}
    </tbody>
  </table>
);

const Sums = ({ sums }: { sums: Sum[] }) => (
  <dl className="grid w-full gap-2 break-inside-avoid sm:ms-auto sm:w-7/12">
    {sums.map(({ term, amount, kind }, index) =>
      kind === 'total' ? (
        <Total key={term} term={term} amount={amount} isSum={index > 0} />
      ) : (
        <div key={term} className="flex justify-between gap-4">
          <dt className="min-w-0 text-muted wrap-anywhere">{term}</dt>
          <dd>
            <span className={kind === 'discount' ? 'money text-ok' : 'money'}>{amount}</span>
          </dd>
        </div>
      ),
    )}
  </dl>
);

const Row = ({ row: { text, when, amount, isStrong = false, link } }: { row: PaymentRow }) => (
  <li className="flex justify-between gap-4 py-3">
    <span>
      {text}
      {when !== '' && <span className="block text-sm text-muted">{when}</span>}
      {link && (
        <a
          href={link.href}
          className="inline-block py-1 text-sm underline underline-offset-4 hover:text-accent"
        >
          {`${link.name} ${link.number}`}
        </a>
      )}
    </span>
    <span className={isStrong ? 'money font-semibold' : 'money'}>{amount}</span>
  </li>
);
