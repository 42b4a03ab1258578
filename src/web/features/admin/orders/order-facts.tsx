/** Details of an order: items, payments, documents, and the customer. */
import { Dollars } from '#web/features/admin/detail/dollars.tsx';
import { sentence } from '#web/features/admin/detail/sentence.ts';
import { Link } from 'react-router';
import { invoiceFields, labeledFieldNames } from '#kernel/billing-fields.ts';
import { brandName } from '#content/card-brands.ts';
import { countryName } from '#kernel/countries.ts';
import { formatMoney, fromDollars } from '#kernel/money.ts';
import { useMay } from '#web/features/admin/shell/staff.ts';
import { CopyButton } from '#web/features/admin/detail/copy-button.tsx';
import { Fact, FactList, Facts } from '#web/features/admin/detail/facts.tsx';
import { Moment } from '#web/features/admin/detail/moment.tsx';
import { orderKindNames } from '#web/features/admin/records/order-mark.tsx';
import type { OrderFacts } from './calls.ts';

/** A deducted amount, with the minus sign in the same text node. */
const Minus = ({ amount }: { amount: number }) => (
  <span className="money">{`−${formatMoney(fromDollars(amount))}`}</span>
);

export const OrderFactsPart = ({ order }: { order: OrderFacts }) => (
  <>
    {order.disputes.length > 0 && <Disputes order={order} />}
    <Bought order={order} />
    {order.payments.length > 0 && <Payments order={order} />}
    {order.invoices.length + order.creditNotes.length > 0 && <Papers order={order} />}
    {order.subscriptions.length > 0 && <Subscriptions order={order} />}
    <Buyer order={order} />
    <Facts title="Dates">
      <FactList>
        <Fact term="Placed">
          <Moment at={order.placedAt} full />
        </Fact>
        {order.acceptedAt && (
          <Fact term="Accepted">
            <Moment at={order.acceptedAt} full />
          </Fact>
        )}
        {order.completedAt && (
          <Fact term="Completed">
            <Moment at={order.completedAt} full />
          </Fact>
        )}
        {order.canceledAt && (
          <Fact term="Canceled">
            <Moment at={order.canceledAt} full />
          </Fact>
        )}
        {order.cancelReason && (
          <Fact term="Reason">
            <span className="wrap-anywhere">{sentence(order.cancelReason)}</span>
          </Fact>
        )}
        <Fact term="Paid by">{orderKindNames[order.kind]}</Fact>
      </FactList>
    </Facts>
  </>
);

/** Dispute deadlines for every role; links to the disputes for roles that may read money. */
function Disputes({ order }: { order: OrderFacts }) {
  const mayOpen = useMay('money.read');
  return (
    <Facts title={order.disputes.length === 1 ? 'Dispute' : 'Disputes'}>
      <ul className="grid gap-3">
        {order.disputes.map(({ id, amount, reason, isClosed, needsAnswer, answerBy }) => (
          <li key={id} className="grid gap-0.5">
            <p className={needsAnswer ? 'font-semibold text-danger' : 'font-medium'}>
              {needsAnswer && answerBy !== null && (
                <>
                  Respond by <Moment at={answerBy} isDeadline />
                </>
              )}
              {needsAnswer && answerBy === null && 'Needs response'}
              {!needsAnswer && (isClosed ? 'Decided by the bank' : 'With the bank')}
            </p>
            <p className="text-muted">
              <Dollars amount={amount} />, {reason.replaceAll('_', ' ')}
            </p>
            {mayOpen && (
              <Link to={`/admin/money/disputes/${id}`} className={`w-fit ${linkStyle}`}>
                Open dispute
              </Link>
            )}
          </li>
        ))}
      </ul>
    </Facts>
  );
}

const Bought = ({ order }: { order: OrderFacts }) => (
  <Facts title="Bought">
    <FactList>
      {order.items.map(({ productId, name, total, renewal }) => (
        <Fact
          key={productId}
          term={
            <span className="wrap-anywhere text-ink">
              {name}
              {renewal && <span className="block text-xs text-muted">Renews every {renewal.period}</span>}
            </span>
          }
        >
          <Dollars amount={total} />
        </Fact>
      ))}
      {order.discount > 0 && (
        <Fact term={order.couponCode === null ? 'Discount' : `Code ${order.couponCode}`}>
          <Minus amount={order.discount} />
        </Fact>
      )}
    </FactList>
    <div className="mt-2 border-t border-line pt-2">
      <FactList>
        <Fact term="Total">
          <strong className="font-semibold">
            <Dollars amount={order.total} />
          </strong>
        </Fact>
        <Fact term="Paid">
          <Dollars amount={order.paid} />
        </Fact>
        {order.refunded > 0 && (
          <Fact term="Refunded">
            <Minus amount={order.refunded} />
          </Fact>
        )}
      </FactList>
    </div>
  </Facts>
);

const Payments = ({ order }: { order: OrderFacts }) => (
  <Facts title={order.payments.length === 1 ? 'Payment' : 'Payments'}>
    <ul className="grid gap-2">
      {order.payments.map(({ id, card, amount, status, processorRef }) => (
        <li key={id} className="grid grid-cols-1 gap-0.5">
          <div className="flex items-baseline justify-between gap-4">
            <span>{card === null ? 'No card yet' : `${brandName(card.brand)} ${card.last4}`}</span>
            <Dollars amount={amount} />
          </div>
          <div className="flex items-center justify-between gap-4 text-xs text-muted">
            <span>{sentence(status)}</span>
            {processorRef && (
              <span className="inline-flex min-w-0 items-center gap-1">
                <span className="truncate">{processorRef}</span>
                <CopyButton text={processorRef} what="the processor’s id" />
              </span>
            )}
          </div>
        </li>
      ))}
    </ul>
  </Facts>
);

const paperStyle = 'font-medium underline underline-offset-4 hover:text-accent';

const Papers = ({ order }: { order: OrderFacts }) => (
  <Facts title="Invoices">
    <FactList>
      {order.invoices.map(({ id, number, status, amount }) => (
        <Fact
          key={id}
          term={
            <>
              <a href={`/invoices/${id}`} target="_blank" rel="noopener" className={`text-ink ${paperStyle}`}>
                {number ?? 'Draft'}
                <span className="sr-only"> (opens in a new tab)</span>
              </a>{' '}
              {sentence(status)}
            </>
          }
        >
          <Dollars amount={amount} />
        </Fact>
      ))}
      {order.creditNotes.map(({ id, number, status, amount }) => (
        <Fact
          key={id}
          term={
            <>
              <a
                href={`/credit-notes/${id}`}
                target="_blank"
                rel="noopener"
                className={`text-ink ${paperStyle}`}
              >
                {number}
                <span className="sr-only"> (opens in a new tab)</span>
              </a>{' '}
              {sentence(status)}
            </>
          }
        >
          <Minus amount={amount} />
        </Fact>
      ))}
    </FactList>
  </Facts>
);

const Subscriptions = ({ order }: { order: OrderFacts }) => (
  <Facts title="Subscriptions">
    <FactList>
      {order.subscriptions.map(({ id, name, status, amount }) => (
        <Fact key={id} term={`${name}, ${status.replaceAll('_', ' ')}`}>
          <Dollars amount={amount} />
        </Fact>
      ))}
    </FactList>
  </Facts>
);

const linkStyle = 'underline underline-offset-4 hover:text-accent';

const Buyer = ({ order: { billing, customerId, cartId } }: { order: OrderFacts }) => (
  <Facts title="Customer">
    <address className="grid gap-0.5 not-italic wrap-anywhere">
      {customerId === null ? (
        <span>
          {billing.firstName} {billing.lastName} <span className="text-muted">(guest)</span>
        </span>
      ) : (
        <Link to={`/admin/customers/${customerId}`} className={`w-fit ${linkStyle}`}>
          {billing.firstName} {billing.lastName}
        </Link>
      )}
      {billing.company && <span>{billing.company}</span>}
      {labeledFieldNames.map(
        (name) =>
          billing[name] && (
            <span key={name} className="text-muted">
              {invoiceFields[name].label} {billing[name]}
            </span>
          ),
      )}
      <a href={`mailto:${billing.email}`} className="w-fit underline underline-offset-4 hover:text-accent">
        {billing.email}
      </a>
      <span className="text-muted">{billing.phone}</span>
      <span className="text-muted">
        {billing.addressLine1}, {countryName(billing.country)}
      </span>
      {cartId !== null && (
        <Link to={`/admin/carts/${cartId}`} className={`w-fit ${linkStyle}`}>
          Source cart
        </Link>
      )}
    </address>
  </Facts>
);
