/**
 * `/invoices/{id}`: an invoice for anyone with its link. Never indexed, never stored, and its address is not
 * sent as a referrer.
 */
import { data, type LoaderFunctionArgs } from 'react-router';
import { CallError } from '#contract/client.ts';
import { readInvoice } from '#contract/invoices.ts';
import type { PageHandle } from '#web/document/page-head.tsx';
import { DocumentNotFound } from '#web/features/invoice/document-not-found.tsx';
import { InvoicePage } from '#web/features/invoice/invoice-page.tsx';
import { publicClient } from '#web/server-context.ts';

type Loaded = Awaited<ReturnType<typeof loader>>['data'];

/** The default file name when the page is saved or printed to a file. */
export const handle: PageHandle<Loaded> = (loaded) =>
  loaded?.invoice
    ? { title: `Invoice ${loaded.invoice.number}`, isWhole: true }
    : { title: 'Invoice not found' };

export const loader = async ({ params, context }: LoaderFunctionArgs) => {
  try {
    return data({
      invoice: await context.get(publicClient)(readInvoice, { params: { id: params.id ?? '' } }),
    });
  } catch (error) {
    // A malformed id counts as unknown.
    if (error instanceof CallError && (error.code === 'invoice_not_found' || error.status === 422))
      return data({ invoice: null }, { status: 404 });
    throw error;
  }
};

export default function Page({ loaderData: { invoice } }: { loaderData: Loaded }) {
  return invoice === null ? (
    <DocumentNotFound name="Invoice" email="your receipt email" />
  ) : (
    <InvoicePage invoice={invoice} />
  );
}
