/**
 * All charged periods, newest first, with their invoices. On phones status and invoice are below date and
 * amount.
 */
import { formatDate } from '#kernel/dates.ts';
import { fromDollars } from '#kernel/money.ts';
import { Disclosure } from '#web/ui/disclosure.tsx';
import { Money } from '#web/ui/money.tsx';
import type { Subscription } from './subscriptions-api.ts';
import { chargeNames } from './words.ts';

export const ChargeHistory = ({ history, name }: { history: Subscription['history']; name: string }) => (
  <div className="border-t border-line pt-2">
    <Disclosure title={`Payments (${history.length})`}>
      <table aria-label={`Payments for ${name}`} className="mt-1 w-full border-collapse max-sm:block">
        <thead className="sr-only">
          <tr>
            <th scope="col">Date</th>
            <th scope="col">Amount</th>
            <th scope="col">Status</th>
            <th scope="col">Invoice</th>
          </tr>
        </thead>
        <tbody className="max-sm:block">
          {history.map(({ date, amount, status, invoiceId }) => (
            <tr
              key={`${date} ${invoiceId}`}
              className="border-t border-line max-sm:grid max-sm:grid-cols-3 max-sm:gap-x-3 max-sm:py-2"
            >
              <th
                scope="row"
                className="text-start font-normal whitespace-nowrap max-sm:col-span-2 sm:py-2.5 sm:pe-3"
              >
                {formatDate(date)}
              </th>
              <td className="text-end sm:py-2.5 sm:pe-6">
                <Money amount={fromDollars(amount)} />
              </td>
              <td className="max-sm:col-span-2 max-sm:self-center max-sm:text-sm max-sm:text-muted sm:py-2.5 sm:pe-3">
                {chargeNames[status]}
              </td>
              <td className="text-end sm:py-2.5">
                {invoiceId === null ? (
                  '--'
                ) : (
                  <a
                    href={`/invoices/${invoiceId}`}
                    className="inline-block py-0.5 underline underline-offset-4 hover:text-accent"
                  >
                    Invoice<span className="sr-only"> of {formatDate(date)}</span>
                  </a>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Disclosure>
  </div>
);
