/** One order: items, prices, and history. Printable. */
import { lazy, type ReactNode, Suspense, useEffect, useRef } from 'react';
import { countryName } from '#kernel/countries.ts';
import { formatDate } from '#kernel/dates.ts';
import { fromDollars, subtract, zero } from '#kernel/money.ts';
import { orderStatusNames } from '#contract/orders.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { MailLink } from '#web/ui/mail-link.tsx';
import { Money } from '#web/ui/money.tsx';
import { SiteLink } from '#web/ui/site-link.tsx';
import { useSettings } from '#web/use-settings.ts';
import { OrderHistory } from './order-history.tsx';
import { Invoices, type Order, statusStyle } from './orders-table.tsx';

const OrderReports = lazy(() => import('#web/features/reporting/order-reports.tsx'));

export function OrderDetail({ order }: { order: Order | undefined }) {
  const { company } = useSettings();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="page grid min-h-dvh max-w-line content-start gap-8 py-10 lg:py-14 print:min-h-0 print:py-0">
      <p data-print="no">
        <SiteLink
          to="/profile"
          className="inline-block py-1.5 underline underline-offset-4 hover:text-accent"
        >
          Back to your profile
        </SiteLink>
      </p>
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h1 ref={heading} tabIndex={-1} className="text-2xl">
          {order ? (
            <>
              Order <span className="money">{order.number}</span>
            </>
          ) : (
            'Order not found'
          )}
        </h1>
        <p className="hidden print:block">{company.name}</p>
      </div>
      {order ? (
        <Facts order={order} />
      ) : (
        <p>This order is not in your account. The link may be incomplete.</p>
      )}
    </div>
  );
}

function Facts({ order }: { order: Order }) {
  const { billingInfo: billing } = order;
  const address = [billing.addressLine1, billing.country && countryName(billing.country)]
    .filter(Boolean)
    .join(', ');
  return (
    <>
      <dl className="grid gap-x-8 gap-y-4 sm:grid-cols-2">
        <Fact term="Purchase date">{formatDate(order.orderDate)}</Fact>
        <Fact term="Status">
          <span className={statusStyle(order.status)}>{orderStatusNames[order.status]}</span>
        </Fact>
        <Fact term="Billed to">
          {billing.firstName} {billing.lastName}
          <br />
          <span className="font-normal wrap-anywhere">{address}</span>
        </Fact>
        <Fact term="Contact">
          <span className="font-normal wrap-anywhere">
            {billing.email}
            <br />
            {billing.phone}
          </span>
        </Fact>
        {order.invoices.length > 0 && (
          <Fact term="Invoice">
            <Invoices number={order.number} invoices={order.invoices} />
          </Fact>
        )}
      </dl>
      <Items order={order} />
      <OrderHistory history={order.history} />
      <Suspense fallback={null}>
        <OrderReports orderId={order.id} />
      </Suspense>
      <div className="flex flex-wrap gap-3" data-print="no">
        {order.payable && (
          <ButtonLink to={`/checkout?orderId=${order.id}`} reloadDocument>
            Pay this order
          </ButtonLink>
        )}
        {hasSubscription(order) && (
          <ButtonLink to="/profile/subscriptions" variant="secondary">
            Manage subscriptions
          </ButtonLink>
        )}
        <Button variant="secondary" onClick={() => window.print()}>
          Print order
        </Button>
      </div>
      <p className="text-sm text-muted" data-print="no">
        Questions about this order? Write to <MailLink subject={`Order ${order.number}`} />.
      </p>
    </>
  );
}

/** A subscription starts when its order is paid. */
const hasSubscription = ({ status, orderItems }: Order): boolean =>
  status !== 'awaiting_payment' &&
  status !== 'canceled' &&
  orderItems.some(({ product }) => product.type === 'subscription');

const Fact = ({ term, children }: { term: string; children: ReactNode }) => (
  <div className="min-w-0">
    <dt className="text-sm text-muted">{term}</dt>
    <dd className="font-medium">{children}</dd>
  </div>
);

function Items({ order }: { order: Order }) {
  const [discount, refunded] = [fromDollars(order.discount), fromDollars(order.refunded)];
  return (
    <section
      aria-labelledby="items-heading"
      className="grid gap-4 rounded-lg border border-line bg-surface p-5 sm:p-6"
    >
      <h2 id="items-heading" className="text-lg">
        What you ordered
      </h2>
      <ul className="grid gap-2 border-b border-line pb-4">
        {order.orderItems.map(({ id, total, product }) => (
          <li key={id} className="flex justify-between gap-4">
            <span className="min-w-0">
              {product.name}
              {product.type === 'subscription' && (
                <span className="block text-sm text-muted">Subscription, first period</span>
              )}
            </span>
            <Money amount={fromDollars(total)} />
          </li>
        ))}
      </ul>
      <dl className="grid gap-2">
        <Sum term="Subtotal" amount={<Money amount={fromDollars(order.subtotal)} />} />
        {discount > 0 && (
          <Sum term="Discount" amount={<Money amount={subtract(zero, discount)} className="text-ok" />} />
        )}
        <div className="flex justify-between gap-4 border-t border-line pt-3 text-lg font-semibold">
          <dt>Total</dt>
          <dd>
            <Money amount={fromDollars(order.total)} />
          </dd>
        </div>
        {refunded > 0 && <Sum term="Refunded" amount={<Money amount={subtract(zero, refunded)} />} />}
      </dl>
    </section>
  );
}

const Sum = ({ term, amount }: { term: string; amount: ReactNode }) => (
  <div className="flex justify-between gap-4">
    <dt className="text-muted">{term}</dt>
    <dd>{amount}</dd>
  </div>
);
