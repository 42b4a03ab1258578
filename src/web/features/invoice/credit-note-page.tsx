/** A credit note on screen and in print, styled like the invoice that it corrects. */
import type { Answer } from '#contract/endpoint.ts';
import type { readCreditNote } from '#contract/invoices.ts';
import { describeCreditNote } from '#content/invoice-document.ts';
import { fromDollars } from '#kernel/money.ts';
import { LinkedDocument } from './linked-document.tsx';

export const CreditNotePage = ({ note }: { note: Answer<typeof readCreditNote> }) => (
  <LinkedDocument shown={describeCreditNote(note, fromDollars)} pdf={`/api/credit-notes/${note.id}/pdf`} />
);
