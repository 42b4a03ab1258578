/** One order: its details, its history, and its actions. */
import { useParams } from 'react-router';
import { NoteBox } from '#web/features/admin/form/note-box.tsx';
import { RecordPage } from '#web/features/admin/detail/record-page.tsx';
import { RecordSkeleton } from '#web/features/admin/detail/record-skeleton.tsx';
import { Timeline } from '#web/features/admin/detail/timeline.tsx';
import { pollWhileWaiting } from '#web/features/admin/shell/email-polling.ts';
import { Loaded } from '#web/features/admin/shell/loaded.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { useOrderActs } from './order-acts.tsx';
import { OrderFactsPart } from './order-facts.tsx';
import { OrderMark } from '#web/features/admin/records/order-mark.tsx';
import { entryOf, storyFilters } from './order-story.tsx';
import {
  type OrderFacts,
  useStaffNoteOnOrderMutation,
  useStaffOrderQuery,
  useStaffOrderStoryQuery,
} from './calls.ts';

const area = { path: 'orders', title: 'Orders' };

export function OrderPage() {
  const { id = '' } = useParams();
  const query = useStaffOrderQuery(id);
  return (
    <Loaded what="The order" query={query} isPage skeleton={<RecordSkeleton />}>
      {(order) => <Order key={order.id} order={order} />}
    </Loaded>
  );
}

function Order({ order }: { order: OrderFacts }) {
  const { data: entries = [] } = useStaffOrderStoryQuery(order.id);
  const isEmailWaiting = entries.some(({ kind, tone }) => kind === 'email' && tone === 'waiting');
  // Polls while an email is unsent.
  const story = useStaffOrderStoryQuery(order.id, pollWhileWaiting(isEmailWaiting));
  const { primary, acts, dialogs } = useOrderActs(order);
  const [write] = useStaffNoteOnOrderMutation();
  const { firstName, lastName, email } = order.billing;
  return (
    <RecordPage
      area={area}
      id={order.id}
      title={order.number}
      mark={<OrderMark status={order.status} />}
      below={
        <p className="text-muted wrap-anywhere">
          {firstName} {lastName} · {email}
        </p>
      }
      primary={primary}
      acts={acts}
      facts={<OrderFactsPart order={order} />}
    >
      {dialogs}
      <Loaded what="Order timeline" query={story} skeleton={<Skeleton className="h-72" />}>
        {(moments) => (
          <Timeline entries={moments.map(entryOf)} filters={storyFilters}>
            {order.acts.note && <NoteBox onWrite={(text) => write({ id: order.id, body: { text } })} />}
          </Timeline>
        )}
      </Loaded>
    </RecordPage>
  );
}
