/** Your Products: all orders, newest first. On a phone each order is a block with its own labels. */
import type { ReactNode } from 'react';
import { formatDate } from '#kernel/dates.ts';
import { orderStatusNames } from '#contract/orders.ts';
import type { CurrentUser } from '#web/session/api.ts';
import { SiteLink } from '#web/ui/site-link.tsx';

export type Order = CurrentUser['orders'][number];

export const OrdersTable = ({ orders }: { orders: Order[] }) => (
  <section aria-labelledby="orders-heading" className="grid gap-4">
    <h2 id="orders-heading" className="text-xl">
      Your Products
    </h2>
    <table aria-labelledby="orders-heading" className="w-full border-collapse text-start max-md:block">
      <thead className="max-md:sr-only">
        <tr className="border-b-2 border-ink text-sm">
          <Head>Products</Head>
          <Head>Purchase date</Head>
          <Head>Status</Head>
          <Head>Invoice</Head>
        </tr>
      </thead>
      <tbody className="max-md:block">
        {orders.map((order) => (
          <Row key={order.id} order={order} />
        ))}
      </tbody>
    </table>
  </section>
);

const Head = ({ children }: { children: string }) => (
  <th scope="col" className="py-2.5 pe-4 text-start font-semibold">
    {children}
  </th>
);

const Cell = ({ label, children }: { label: string; children: ReactNode }) => (
  <td className="py-1 pe-4 align-top max-md:flex max-md:gap-3 max-md:pe-0 md:py-4">
    <span aria-hidden="true" className="w-28 shrink-0 text-sm text-muted md:hidden">
      {label}
    </span>
    {children}
  </td>
);

function Row({ order }: { order: Order }) {
  const { id, number, orderDate, status, orderItems, invoices, payable } = order;
  return (
    <tr className="border-b border-line max-md:block max-md:py-4">
      <th
        scope="row"
        className="py-4 pe-4 text-start align-top font-medium max-md:block max-md:py-0 max-md:pb-2"
      >
        {orderItems.map(({ product }) => product.name).join(', ')}
        <span className="mt-0.5 block text-sm font-normal">
          <SiteLink
            to={`/profile?order=${id}`}
            className="inline-block py-1 underline underline-offset-4 hover:text-accent"
          >
            Order <span className="money">{number}</span>
          </SiteLink>
        </span>
      </th>
      <Cell label="Purchase date">
        <span>{formatDate(orderDate)}</span>
      </Cell>
      <Cell label="Status">
        <span className="grid justify-items-start">
          <span className={`font-semibold ${statusStyle(status)}`}>{orderStatusNames[status]}</span>
          {payable && (
            <SiteLink
              to={`/checkout?orderId=${id}`}
              reloadDocument
              className="py-1 text-sm underline underline-offset-4 hover:text-accent"
            >
              Pay now<span className="sr-only"> for order {number}</span>
            </SiteLink>
          )}
        </span>
      </Cell>
      <Cell label="Invoice">
        <Invoices number={number} invoices={invoices} />
      </Cell>
    </tr>
  );
}

/** Completed in the primary color, everything else in the secondary color. */
export const statusStyle = (status: Order['status']): string =>
  status === 'completed' ? 'text-accent' : 'text-credit';

/** Nothing until an order is paid. */
export function Invoices({ number, invoices }: Pick<Order, 'number' | 'invoices'>) {
  if (invoices.length === 0) return <span>--</span>;
  return (
    <span className="grid justify-items-start">
      {invoices.map((invoice) =>
        invoice.stripeHostedInvoice === null ? (
          <span key={invoice.id} className="money">
            {invoice.number}
          </span>
        ) : (
          <a
            key={invoice.id}
            href={invoice.stripeHostedInvoice}
            target="_blank"
            rel="noopener"
            className="inline-block py-1 underline underline-offset-4 hover:text-accent"
          >
            <span className="sr-only">Invoice </span>
            <span className="money">{invoice.number}</span>
            <span className="sr-only"> of order {number} (opens in a new tab)</span>
          </a>
        ),
      )}
    </span>
  );
}
