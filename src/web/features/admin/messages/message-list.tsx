/** The list of messages. */
import { countryName } from '#kernel/countries.ts';
import { Moment } from '#web/features/admin/detail/moment.tsx';
import type { ListDefinition } from '#web/features/admin/list/definition.ts';
import { ListPage } from '#web/features/admin/list/list-page.tsx';
import { type MessageRow, useStaffMessagesQuery } from '#web/features/admin/records/messages.ts';
import { MessageMark } from '#web/features/admin/records/message-mark.tsx';
import { useStaffMessageQuery } from './calls.ts';

const empties: Record<string, { title: string; body: string }> = {
  open: {
    title: 'No open messages',
    body: 'Messages from the contact form appear here and are forwarded to your mailbox.',
  },
  mine: { title: 'No messages assigned to you', body: 'Open messages assigned to you appear here.' },
  closed: {
    title: 'No closed messages',
    body: 'Messages that you reply to or close appear here. Further emails from the sender go to your mailbox.',
  },
  held_back: {
    title: 'No messages held back',
    body: 'Suspected spam is kept here for 30 days and not forwarded. Check it for messages from real people.',
  },
  spam: { title: 'No spam', body: 'Messages marked as spam are kept here for 30 days.' },
};

const definition: ListDefinition<MessageRow> = {
  area: 'messages',
  title: 'Messages',
  one: 'message',
  many: 'messages',
  views: [
    { id: 'open', title: 'Open' },
    { id: 'mine', title: 'Mine' },
    { id: 'closed', title: 'Closed' },
    { id: 'held_back', title: 'Held back' },
    { id: 'spam', title: 'Spam' },
    { id: 'all', title: 'All' },
  ],
  filters: [
    { name: 'email', label: 'Email', kind: 'text', hint: 'Full email address' },
    { name: 'from', label: 'Received', kind: 'days', until: 'to' },
  ],
  columns: [
    { id: 'name', title: 'From', cell: ({ name }) => name },
    {
      id: 'beginning',
      title: 'Message',
      from: 'md',
      cell: ({ beginning }) => (
        <span className="line-clamp-1 max-w-96 text-muted wrap-anywhere">{beginning}</span>
      ),
    },
    {
      id: 'country',
      title: 'Country',
      from: 'xl',
      cell: ({ country }) => <span className="text-muted">{countryName(country)}</span>,
    },
    {
      id: 'for',
      title: 'Assigned to',
      from: 'lg',
      cell: ({ assignedTo }) => assignedTo?.name ?? <span className="text-muted">Unassigned</span>,
    },
    { id: 'answers', title: 'Replies', align: 'end', from: 'lg', cell: ({ answers }) => answers },
    { id: 'state', title: 'State', cell: (row) => <MessageMark {...row} /> },
    {
      id: 'received',
      title: 'Received',
      from: 'md',
      sort: 'oldest',
      cell: ({ receivedAt }) => <Moment at={receivedAt} />,
    },
  ],
  idOf: ({ id }) => id,
  nameOf: ({ name, email }) => name || email,
  card: (row) => ({
    end: <Moment at={row.receivedAt} />,
    second: (
      <>
        <span className="truncate">{row.beginning}</span>
        <MessageMark {...row} />
      </>
    ),
  }),
  useRows: useStaffMessagesQuery,
  usePrefetchRow: useStaffMessageQuery.usePrefetch,
  empty: (view) =>
    empties[view] ?? { title: 'No messages yet', body: 'Messages from the contact form appear here.' },
};

export const MessageList = () => <ListPage definition={definition} />;
