/** The history of an order with dates, oldest first. A completed refund links to its credit note. */
import { formatDate } from '#kernel/dates.ts';
import { formatMoney, fromDollars } from '#kernel/money.ts';
import { orderEventWords } from '#content/order-words.ts';
import type { Order } from './orders-table.tsx';

type Event = Order['history'][number];

export const OrderHistory = ({ history }: { history: Event[] }) => (
  <section aria-labelledby="history-heading" className="grid gap-4">
    <h2 id="history-heading" className="text-lg">
      History
    </h2>
    <ol className="grid">
      {history.map((event) => (
        <Entry key={`${event.event} ${event.date} ${event.amount}`} {...event} />
      ))}
    </ol>
  </section>
);

/** A dot for each event, and a line between them. */
function Entry({ event, date, amount, creditNote }: Event) {
  const { title, note } = orderEventWords[event](amount === null ? '' : formatMoney(fromDollars(amount)));
  return (
    <li className="relative break-inside-avoid border-s-2 border-line ps-5 pb-5 last:border-transparent last:pb-0">
      <span
        aria-hidden="true"
        className="absolute -start-1.75 top-1.5 size-3 rounded-full border-2 border-paper bg-ink print:bg-black"
      />
      <span className="grid gap-x-4 sm:flex sm:items-baseline sm:justify-between">
        <span className="font-medium">{title}</span>
        <time dateTime={date} className="text-sm text-muted">
          {formatDate(date)}
        </time>
      </span>
      {note !== null && <span className="block max-w-line text-sm text-muted">{note}</span>}
      {creditNote !== null && (
        <a
          href={`/credit-notes/${creditNote.id}`}
          target="_blank"
          rel="noopener"
          className="inline-block py-1 text-sm underline underline-offset-4 hover:text-accent"
        >
          Credit note <span className="money">{creditNote.number}</span>
          {creditNote.status === 'void' && ' (void)'}
          <span className="sr-only"> (opens in a new tab)</span>
        </a>
      )}
    </li>
  );
}
