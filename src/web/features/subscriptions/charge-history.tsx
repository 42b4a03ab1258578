/** Every period that was charged, newest first, with its invoice. */
import { formatDate } from '#kernel/dates.ts';
import { fromDollars } from '#kernel/money.ts';
import { Disclosure } from '#web/ui/disclosure.tsx';
import { Money } from '#web/ui/money.tsx';
import type { Subscription } from './subscriptions-api.ts';
import { chargeNames } from './words.ts';

export const ChargeHistory = ({ history, name }: { history: Subscription['history']; name: string }) => (
  <div className="border-t border-line pt-2">
    <Disclosure title={`Payments (${history.length})`}>
      <table aria-label={`Payments of ${name}`} className="mt-1 w-full border-collapse">
        <thead className="sr-only">
          <tr>
            <th scope="col">Date</th>
            <th scope="col">Amount</th>
            <th scope="col">Status</th>
            <th scope="col">Invoice</th>
          </tr>
        </thead>
        <tbody>
          {history.map(({ date, amount, status, invoiceId }) => (
            <tr key={`${date} ${invoiceId}`} className="border-t border-line">
              <th scope="row" className="py-2.5 pe-3 text-start font-normal">
                {formatDate(date)}
                <span className="block text-sm text-muted sm:hidden">{chargeNames[status]}</span>
              </th>
              <td className="py-2.5 pe-3 text-end">
                <Money amount={fromDollars(amount)} />
              </td>
              <td className="py-2.5 pe-3 max-sm:hidden">{chargeNames[status]}</td>
              <td className="py-2.5 text-end">
                {invoiceId === null ? (
                  '--'
                ) : (
                  <a href={`/invoices/${invoiceId}`} className="underline underline-offset-4 hover:text-accent">
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
