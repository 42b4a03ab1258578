/** One cart: its items, its owner, the reminders sent, and its outcome. */
import { Link, useParams } from 'react-router';
import { countryName } from '#kernel/countries.ts';
import { fromDollars } from '#kernel/money.ts';
import { Fact, FactList, Facts } from '#web/features/admin/detail/facts.tsx';
import { Moment } from '#web/features/admin/detail/moment.tsx';
import { RecordPage } from '#web/features/admin/detail/record-page.tsx';
import { RecordSkeleton } from '#web/features/admin/detail/record-skeleton.tsx';
import { OrderMark } from '#web/features/admin/records/order-mark.tsx';
import { Loaded } from '#web/features/admin/shell/loaded.tsx';
import { Money } from '#web/ui/money.tsx';
import { CartMark } from './cart-mark.tsx';
import { type Cart, useStaffCartQuery } from './calls.ts';
import { Lines, linkStyle, Section } from '#web/features/admin/detail/section.tsx';

export function CartPage() {
  const { id = '' } = useParams();
  const query = useStaffCartQuery(id);
  return (
    <Loaded what="The cart" query={query} isPage skeleton={<RecordSkeleton />}>
      {(cart) => <Record key={cart.id} cart={cart} />}
    </Loaded>
  );
}

function Record({ cart }: { cart: Cart }) {
  const { id, status, customer, name, email, items, couponCode } = cart;
  const owner = customer?.name || name || email;
  const area =
    customer === null
      ? { path: 'customers', title: 'Customers' }
      : { path: `customers/${customer.id}`, title: owner };
  return (
    <RecordPage
      area={area}
      id={id}
      title={owner === '' ? 'Cart of a guest' : `Cart of ${owner}`}
      mark={<CartMark status={status} />}
      facts={<CartFacts cart={cart} />}
    >
      <Section title="Items">
        <Lines rows={items} none="The cart is empty." keyOf={(item) => item.productId}>
          {({ name: product, price }) => (
            <>
              <span className="wrap-anywhere">{product}</span>
              <span className="text-muted">
                {price === null ? 'By quote' : <Money amount={fromDollars(price)} />}
              </span>
            </>
          )}
        </Lines>
        {items.length > 0 && (
          <p className="text-muted">
            At current prices, {couponCode === null ? 'without a coupon' : `with coupon ${couponCode}`}.
          </p>
        )}
      </Section>
      <Became cart={cart} />
      <Reminders cart={cart} />
    </RecordPage>
  );
}

const statusTexts: Record<Cart['status'], string> = {
  pending: 'The cart is active.',
  abandoned: 'The cart has not changed for a while. The customer may still return.',
  recovered: 'The cart was abandoned and later purchased.',
  completed: 'The cart was purchased.',
  lost: 'The cart was lost.',
};

const Became = ({ cart: { status, orders, mergedInto } }: { cart: Cart }) => (
  <Section title="Outcome">
    {mergedInto === null ? (
      <p>{statusTexts[status]}</p>
    ) : (
      <p>
        Its products were moved to{' '}
        <Link to={`/admin/carts/${mergedInto}`} className={linkStyle}>
          another cart
        </Link>{' '}
        of the same customer.
      </p>
    )}
    {orders.length > 0 && (
      <Lines rows={orders} none="" keyOf={(order) => order.id}>
        {({ id, number, status: state }) => (
          <span className="inline-flex items-baseline gap-3">
            <Link to={`/admin/orders/${id}`} className={linkStyle}>
              {number}
            </Link>
            <OrderMark status={state as never} />
          </span>
        )}
      </Lines>
    )}
  </Section>
);

const states = { sent: 'Sent', waiting: 'Waiting', given_up: 'Failed', skipped: 'Not sent' } as const;
const reasons = {
  stopped: 'the customer opted out of reminders',
  too_many: 'the reminder limit was reached',
  bought: 'the customer has purchased since',
  account_closed: 'the account is closed',
  nothing_to_sell: 'its products are no longer sold',
} as const;

const Reminders = ({ cart: { reminders } }: { cart: Cart }) => (
  <Section title="Reminders">
    <Lines rows={reminders} none="No reminders yet." keyOf={(reminder) => String(reminder.number)}>
      {({ number, state, skipped, at }) => (
        <>
          <span>
            Reminder {number}: {states[state]}
            {skipped !== null && `, ${reasons[skipped]}`}
          </span>
          <span className="text-muted">
            <Moment at={at} full />
          </span>
        </>
      )}
    </Lines>
  </Section>
);

const CartFacts = ({ cart }: { cart: Cart }) => (
  <>
    <Facts title="Checkout details">
      <address className="grid gap-0.5 not-italic wrap-anywhere">
        {cart.customer === null ? (
          <span>
            {cart.name || 'No name'} <span className="text-muted">(guest)</span>
          </span>
        ) : (
          <Link to={`/admin/customers/${cart.customer.id}`} className={`w-fit ${linkStyle}`}>
            {cart.customer.name || cart.name || cart.email}
          </Link>
        )}
        {[cart.company, cart.email, cart.phone].filter(Boolean).map((line) => (
          <span key={line} className="text-muted">
            {line}
          </span>
        ))}
        <span className="text-muted">
          {[cart.address, cart.country && countryName(cart.country)].filter(Boolean).join(', ')}
        </span>
      </address>
    </Facts>
    <Facts title="Dates">
      <FactList>
        <Fact term="Created">
          <Moment at={cart.createdAt} full />
        </Fact>
        <Fact term="Changed">
          <Moment at={cart.updatedAt} full />
        </Fact>
        {cart.abandonedAt && (
          <Fact term="Abandoned">
            <Moment at={cart.abandonedAt} full />
          </Fact>
        )}
      </FactList>
    </Facts>
  </>
);
