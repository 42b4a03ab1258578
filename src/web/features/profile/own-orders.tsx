/**
 * Your Products, with a button for orders beyond those that come with the user, and a single order by its
 * link.
 */
import { useEffect, useRef, useState } from 'react';
import { Drawing } from '#web/art/drawing.tsx';
import errorArt from '#web/art/error.svg?url';
import type { CurrentUser } from '#web/session/api.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { OrderDetail } from './order-detail.tsx';
import { OrdersTable } from './orders-table.tsx';
import { useOrderQuery } from './profile-api.ts';
import { ProfileSkeleton } from './profile-frame.tsx';
import { refusalText } from '#web/session/refusal.ts';
import { Message } from '#web/ui/message.tsx';
import { useOlderOrders } from './use-older-orders.ts';

/** Remounts when the newest orders change, because the older ones then start elsewhere. */
export const OwnOrders = ({ user }: { user: CurrentUser }) => (
  <AllOrders key={user.ordersCursor ?? 'all'} user={user} />
);

function AllOrders({ user: { orders: newest, ordersCursor } }: { user: CurrentUser }) {
  const older = useOlderOrders(ordersCursor);
  const [firstAdded, setFirstAdded] = useState<string | null>(null);
  const section = useRef<HTMLDivElement>(null);
  // Moves the focus to the first order that was loaded, for keyboard and screen reader users.
  useEffect(() => {
    if (firstAdded !== null)
      section.current?.querySelector<HTMLElement>(`a[href="/profile?order=${firstAdded}"]`)?.focus();
  }, [firstAdded]);
  const orders = [...newest, ...older.orders];
  return (
    <div ref={section} className="grid gap-5">
      <OrdersTable orders={orders} />
      {older.error !== undefined && !older.isLoading && (
        <Notice tone="danger" role="alert" title="More orders could not be loaded">
          <p>{refusalText(older.error)}</p>
        </Notice>
      )}
      {older.hasMore && (
        <div>
          <Button
            variant="secondary"
            isBusy={older.isLoading}
            onClick={async () => {
              const added = await older.showMore();
              if (added !== null) setFirstAdded(added.id);
            }}
          >
            Show more orders
          </Button>
        </div>
      )}
      <p role="status" className="sr-only">
        {older.isLoading ? 'Loading' : firstAdded !== null && `${orders.length} orders shown`}
      </p>
    </div>
  );
}

/** `?order=`: old and abandoned orders are not in the user's list, so they are loaded separately. */
export function OwnOrder({ user, id }: { user: CurrentUser; id: string }) {
  const listed = user.orders.find((order) => order.id === id);
  const { data, error, isFetching, refetch } = useOrderQuery(id, { skip: listed !== undefined });
  if (listed !== undefined) return <OrderDetail order={listed} />;
  // Anyone with the link can pay an unpaid order and sees only what payment needs.
  if (data !== undefined) return <OrderDetail order={data.billingInfo.phone === '' ? undefined : data} />;
  if (error === undefined || !('status' in error)) return <ProfileSkeleton />;
  if (error.status === 404 || error.status === 422) return <OrderDetail order={undefined} />;
  return (
    <Message
      title="This order could not be loaded"
      picture={<Drawing file={errorArt} className="w-44 md:w-full" />}
    >
      <p role="alert">{refusalText(error)}</p>
      <Button isBusy={isFetching} onClick={refetch}>
        Try again
      </Button>
    </Message>
  );
}
