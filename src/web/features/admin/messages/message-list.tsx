/** The list of messages. */
import { countryName } from '#kernel/countries.ts';
import { Moment } from '#web/features/admin/detail/moment.tsx';
import type { ListDefinition } from '#web/features/admin/list/definition.ts';
import { ListPage } from '#web/features/admin/list/list-page.tsx';
import { type MessageRow, useMessagesPrefetch, useStaffMessagesQuery } from './messages-api.ts';
import { MessageMark, MessageScreens } from './message-parts.tsx';

const empties: Record<string, { title: string; body: string }> = {
  open: {
    title: 'Nobody waits for an answer',
    body: 'What people write with the contact form comes here, and by email to your mailbox as before.',
  },
  mine: { title: 'Nothing is yours', body: 'An open message that you take, or that a colleague gives to you, stands here.' },
  closed: {
    title: 'Nothing is closed yet',
    body: 'A message that you answer or close comes here. Answers of its sender arrive in your mailbox.',
  },
  held_back: {
    title: 'Nothing was held back',
    body: 'What looks like a machine’s stands here for 30 days and was mailed to nobody. A person may be among them.',
  },
  spam: { title: 'No spam', body: 'What you call spam stands here for 30 days.' },
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
    { name: 'email', label: 'Email', kind: 'text', hint: 'The whole address' },
    { name: 'from', label: 'Received', kind: 'days', until: 'to' },
  ],
  columns: [
    { id: 'name', title: 'From', cell: ({ name }) => name },
    {
      id: 'beginning',
      title: 'Message',
      from: 'md',
      cell: ({ beginning }) => <span className="line-clamp-1 max-w-96 text-muted wrap-anywhere">{beginning}</span>,
    },
    { id: 'country', title: 'Country', from: 'xl', cell: ({ country }) => <span className="text-muted">{countryName(country)}</span> },
    { id: 'for', title: 'With', from: 'lg', cell: ({ assignedTo }) => assignedTo?.name ?? <span className="text-muted">Nobody</span> },
    { id: 'answers', title: 'Answers', align: 'end', from: 'lg', cell: ({ answers }) => answers },
    { id: 'state', title: 'State', cell: (row) => <MessageMark {...row} /> },
    { id: 'received', title: 'Received', from: 'md', sort: 'oldest', cell: ({ receivedAt }) => <Moment at={receivedAt} /> },
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
  useRows: (query) => useStaffMessagesQuery(query),
  usePrefetchPage: () => useMessagesPrefetch('staffMessages'),
  usePrefetchRow: () => useMessagesPrefetch('staffMessage'),
  empty: (view) => empties[view] ?? { title: 'No messages yet', body: 'What people write with the contact form comes here.' },
  screens: <MessageScreens now="Messages" />,
};

export const MessageList = () => <ListPage definition={definition} />;
