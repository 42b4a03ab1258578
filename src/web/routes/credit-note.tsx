/**
 * `/credit-notes/{id}`: a credit note for anyone with its link. Never indexed, never stored, and its address
 * is not sent as a referrer.
 */
import { data, type LoaderFunctionArgs } from 'react-router';
import { CallError } from '#contract/client.ts';
import { readCreditNote } from '#contract/invoices.ts';
import type { PageHandle } from '#web/document/page-head.tsx';
import { CreditNotePage } from '#web/features/invoice/credit-note-page.tsx';
import { DocumentNotFound } from '#web/features/invoice/document-not-found.tsx';
import { publicClient } from '#web/server-context.ts';

type Loaded = Awaited<ReturnType<typeof loader>>['data'];

/** The default file name when the page is saved or printed to a file. */
export const handle: PageHandle<Loaded> = (loaded) =>
  loaded?.note
    ? { title: `Credit note ${loaded.note.number}`, isWhole: true }
    : { title: 'Credit note not found' };

export const loader = async ({ params, context }: LoaderFunctionArgs) => {
  try {
    return data({
      note: await context.get(publicClient)(readCreditNote, { params: { id: params.id ?? '' } }),
    });
  } catch (error) {
    // A malformed id counts as unknown.
    if (error instanceof CallError && (error.code === 'credit_note_not_found' || error.status === 422))
      return data({ note: null }, { status: 404 });
    throw error;
  }
};

export default function Page({ loaderData: { note } }: { loaderData: Loaded }) {
  return note === null ? (
    <DocumentNotFound name="Credit note" email="your refund email" />
  ) : (
    <CreditNotePage note={note} />
  );
}
