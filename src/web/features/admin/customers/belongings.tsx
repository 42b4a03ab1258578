/** A customer's saved cards, carts, subscriptions, and reports to Factiiv. */
import { Link } from 'react-router';
import { fromDollars } from '#kernel/money.ts';
import { Moment } from '#web/features/admin/detail/moment.tsx';
import { Loaded } from '#web/features/admin/shell/loaded.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Money } from '#web/ui/money.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { CartMark } from './cart-mark.tsx';
import { Lines, linkStyle, Section } from '#web/features/admin/detail/section.tsx';
import {
  useStaffCustomerCardsQuery,
  useStaffCustomerCartsQuery,
  useStaffCustomerReportsQuery,
  useStaffCustomerSubscriptionsQuery,
} from './calls.ts';

const twoDigits = (number: number): string => String(number).padStart(2, '0');

export function Cards({ id }: { id: string }) {
  const query = useStaffCustomerCardsQuery(id);
  return (
    <Section title="Saved cards">
      <Loaded what="Saved cards" query={query} skeleton={<Skeleton className="h-12" />}>
        {({ cards }) => (
          <Lines rows={cards} none="No saved cards." keyOf={(card) => card.id}>
            {({ brand, last4, expMonth, expYear, name, isDefault }) => (
              <>
                <span className="inline-flex flex-wrap items-baseline gap-x-3">
                  <span>
                    <span className="capitalize">{brand}</span> •••• {last4}
                  </span>
                  {isDefault && <Badge>Default</Badge>}
                </span>
                <span className="text-muted">
                  {name && `${name} · `}expires {twoDigits(expMonth)}/{expYear}
                </span>
              </>
            )}
          </Lines>
        )}
      </Loaded>
    </Section>
  );
}

export function Carts({ id }: { id: string }) {
  const query = useStaffCustomerCartsQuery(id);
  return (
    <Section title="Carts">
      <Loaded what="Carts" query={query} skeleton={<Skeleton className="h-12" />}>
        {({ carts }) => (
          <Lines rows={carts} none="No carts." keyOf={(cart) => cart.id}>
            {({ id: cartId, status, items, updatedAt }) => (
              <>
                <span className="inline-flex min-w-0 flex-wrap items-baseline gap-x-3">
                  <Link to={`/admin/carts/${cartId}`} className={`${linkStyle} wrap-anywhere`}>
                    {items.length === 0 ? 'Empty cart' : items.join(', ')}
                  </Link>
                  <CartMark status={status} />
                </span>
                <span className="text-muted">
                  <Moment at={updatedAt} full />
                </span>
              </>
            )}
          </Lines>
        )}
      </Loaded>
    </Section>
  );
}

const subscriptionTones = { active: 'ok', past_due: 'danger', canceled: 'plain', ended: 'plain' } as const;
const subscriptionStates = {
  active: 'Active',
  past_due: 'Payment failed',
  canceled: 'Canceled',
  ended: 'Ended',
} as const;

export function Subscriptions({ id }: { id: string }) {
  const query = useStaffCustomerSubscriptionsQuery(id);
  return (
    <Section title="Subscriptions">
      <Loaded what="Subscriptions" query={query} skeleton={<Skeleton className="h-12" />}>
        {({ subscriptions }) => (
          <Lines rows={subscriptions} none="No subscriptions." keyOf={(subscription) => subscription.id}>
            {({
              product,
              status,
              price,
              period,
              orderId,
              orderNumber,
              nextChargeAt,
              paidUntil,
              cancelAtPeriodEnd,
              card,
            }) => (
              <>
                <span className="inline-flex flex-wrap items-baseline gap-x-3">
                  {product.name}
                  <Badge tone={subscriptionTones[status]}>{subscriptionStates[status]}</Badge>
                  <Link to={`/admin/orders/${orderId}`} className={linkStyle}>
                    {orderNumber}
                  </Link>
                </span>
                <span className="text-muted">
                  <Money amount={fromDollars(price)} /> a {period}
                  {card && ` · •••• ${card.last4}`} ·{' '}
                  {nextChargeAt !== null ? (
                    <>
                      next charge <Moment at={nextChargeAt} />
                    </>
                  ) : (
                    <>
                      {cancelAtPeriodEnd ? 'canceled, paid until' : 'paid until'} <Moment at={paidUntil} />
                    </>
                  )}
                </span>
              </>
            )}
          </Lines>
        )}
      </Loaded>
    </Section>
  );
}

const inWords = (code: string): string => code.charAt(0).toUpperCase() + code.slice(1).replaceAll('_', ' ');

export function Reports({ id }: { id: string }) {
  const query = useStaffCustomerReportsQuery(id);
  return (
    <Section title="Reports to Factiiv">
      <Loaded what="Reports to Factiiv" query={query} skeleton={<Skeleton className="h-12" />}>
        {({ connection, reports, hasMore }) => (
          <div className="grid gap-2">
            <p className="text-muted">
              {connection === null ? (
                'Not connected to Factiiv.'
              ) : (
                <>
                  {connection.state === 'connected' ? 'Connected' : 'Key rejected by Factiiv'}:{' '}
                  {connection.businessName ?? connection.businessId}, since{' '}
                  <Moment at={connection.connectedAt} />
                </>
              )}
            </p>
            <Lines
              rows={reports}
              none="No reports yet."
              keyOf={(report) => report.id}
              more={hasMore ? 'Showing the latest 30.' : undefined}
            >
              {({ kind, state, amount, order, happenedAt, reason }) => (
                <>
                  <span className="inline-flex flex-wrap items-baseline gap-x-3">
                    {inWords(kind)}
                    <Badge tone={state === 'rejected' ? 'danger' : 'plain'}>{inWords(state)}</Badge>
                    {order && (
                      <Link to={`/admin/orders/${order.id}`} className={linkStyle}>
                        {order.number}
                      </Link>
                    )}
                    {reason && <span className="text-muted">{reason}</span>}
                  </span>
                  <span className="text-muted">
                    <Money amount={fromDollars(amount)} /> · <Moment at={happenedAt} />
                  </span>
                </>
              )}
            </Lines>
          </div>
        )}
      </Loaded>
    </Section>
  );
}
