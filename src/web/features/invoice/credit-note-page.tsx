/** A credit note on screen, styled like the invoice that it corrects. The server renders the PDF. */
import type { Answer } from '#contract/endpoint.ts';
import type { readCreditNote } from '#contract/invoices.ts';
import { formatDate } from '#kernel/dates.ts';
import { creditNoteNote, creditNoteStatus } from '#kernel/invoice-words.ts';
import { Badge } from '#web/ui/badge.tsx';
import { LinkedDocument, Facts, LinesTable, Parties, Sums, Total } from './document-parts.tsx';

type CreditNote = Answer<typeof readCreditNote>;

export const CreditNotePage = ({ note }: { note: CreditNote }) => (
  <LinkedDocument
    name="Credit note"
    document={note}
    status={<Badge tone={note.status === 'void' ? 'warn' : 'ok'}>{creditNoteStatus(note.status)}</Badge>}
    pdf={`/api/credit-notes/${note.id}/pdf`}
    main={
      <>
        <Facts
          facts={[
            { term: 'Issued', value: formatDate(note.issuedAt) },
            { term: 'Invoice', value: <InvoiceLink {...note.invoice} /> },
            { term: 'Order', value: <span className="money">{note.orderNumber}</span> },
          ]}
        />
        <Parties document={note} />
        <div className="grid gap-4">
          <LinesTable label="What was credited" heading="What was credited" lines={note.lines} />
          <Sums>
            <Total term="Total credited (USD)" amount={note.total} isSum={false} />
          </Sums>
        </div>
      </>
    }
    aside={
      <section aria-labelledby="meaning-heading" className="grid gap-3 break-inside-avoid">
        <h2 id="meaning-heading" className="border-b-2 border-ink pb-3 text-lg">
          What this means
        </h2>
        <p>{creditNoteNote(note.invoice.number, note.voidedAt)}</p>
      </section>
    }
  />
);

const InvoiceLink = ({ id, number }: CreditNote['invoice']) => (
  <a href={`/invoices/${id}`} className="money underline underline-offset-4 hover:text-accent">
    {number}
  </a>
);
