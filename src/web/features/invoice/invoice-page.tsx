/** An invoice on screen and in print. */
import type { Answer } from '#contract/endpoint.ts';
import type { readInvoice } from '#contract/invoices.ts';
import { describeInvoice } from '#content/invoice-document.ts';
import { fromDollars } from '#kernel/money.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { LinkedDocument } from './linked-document.tsx';

export const InvoicePage = ({ invoice }: { invoice: Answer<typeof readInvoice> }) => (
  <LinkedDocument
    shown={describeInvoice(invoice, fromDollars)}
    pdf={`/api/invoices/${invoice.id}/pdf`}
    action={
      invoice.payAt !== null && (
        <p className="mt-5 print:hidden">
          <ButtonLink to={invoice.payAt} rel="noreferrer">
            Pay this invoice
          </ButtonLink>
        </p>
      )
    }
  />
);
