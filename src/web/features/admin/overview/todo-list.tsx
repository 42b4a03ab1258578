/** Tasks by kind: the count, the oldest, and a link to resolve them. */
import { Link } from 'react-router';
import { formatMoney, fromDollars } from '#kernel/money.ts';
import { useAct } from '#web/features/admin/act/use-act.ts';
import { Moment } from '#web/features/admin/detail/moment.tsx';
import { useStaffSettleAlarmsMutation } from '#web/features/admin/records/alarms.ts';
import { useMay } from '#web/features/admin/shell/staff.ts';
import { Badge, type Tone } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import * as toasts from '#web/ui/toasts.ts';
import type { TodoItem, TodoPart } from './calls.ts';

const kinds: Record<TodoPart['kind'], { title: string; tone: Tone }> = {
  alarms: { title: 'Alarms', tone: 'danger' },
  applications: { title: 'Credit applications', tone: 'credit' },
  disputes: { title: 'Disputes', tone: 'danger' },
  messages: { title: 'Open messages', tone: 'credit' },
  emails: { title: 'Failed emails', tone: 'warn' },
  reports: { title: 'Rejected reports', tone: 'warn' },
  overdue_invoices: { title: 'Past-due invoices', tone: 'warn' },
  overdue_orders: { title: 'Orders in progress for 60 days or more', tone: 'warn' },
};

export function TodoList({ parts }: { parts: TodoPart[] }) {
  const waiting = parts.filter(({ count }) => count > 0);
  if (waiting.length === 0)
    return (
      <div className="grid gap-1 rounded-lg border border-dashed border-line px-6 py-8">
        <p className="font-display text-lg font-semibold">Nothing needs attention</p>
        <p className="max-w-line text-muted">
          Alarms, applications, disputes, open messages, failed emails, rejected reports, past-due invoices,
          and overdue orders appear here.
        </p>
      </div>
    );
  return (
    <div className="-mb-4 gap-4 *:mb-4 *:break-inside-avoid xl:columns-2">
      {waiting.map((part) => (
        <Part key={part.kind} part={part} />
      ))}
    </div>
  );
}

function Part({ part: { kind, count, countIsCapped, items, address } }: { part: TodoPart }) {
  const { title, tone } = kinds[kind];
  return (
    <section
      aria-labelledby={`todo-${kind}`}
      className="overflow-hidden rounded-lg border border-line bg-surface"
    >
      <div className="flex min-h-11 items-center gap-2.5 border-b border-line px-4">
        <h3 id={`todo-${kind}`} className="font-sans text-sm font-semibold">
          {title}
        </h3>
        <Badge tone={tone}>
          {count}
          {countIsCapped && '+'}
        </Badge>
        {address !== null && count > items.length && (
          <Link to={address} className="ms-auto underline underline-offset-4 hover:text-accent">
            See all
          </Link>
        )}
      </div>
      <ul>
        {items.map((item) => (
          <Row key={item.id} item={item} />
        ))}
      </ul>
    </section>
  );
}

const Row = ({ item }: { item: TodoItem }) => (
  <li className="relative flex items-center gap-4 border-line px-4 py-2.5 not-last:border-b hover:bg-sunk/60">
    <div className="min-w-0 grow">
      <Link
        to={item.address}
        className="font-medium wrap-anywhere outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent"
      >
        {item.title}
      </Link>
      <p className="truncate text-xs text-muted">{item.detail}</p>
    </div>
    <div className="shrink-0 text-end text-xs text-muted">
      {item.amount !== null && (
        <p className="money text-sm text-ink">{formatMoney(fromDollars(item.amount))}</p>
      )}
      <Moment at={item.at} />
    </div>
    {item.alarm && <Resolve alarm={item.alarm} />}
  </li>
);

/** Resolving an alarm loses nothing: it is raised again if its cause recurs. */
function Resolve({ alarm }: { alarm: NonNullable<TodoItem['alarm']> }) {
  const act = useAct();
  const may = useMay('orders.write');
  const [settle] = useStaffSettleAlarmsMutation();
  if (!may) return null;
  const press = async () => {
    const outcome = await act.run(alarm, () => settle({ body: { alarms: [alarm] } }));
    if (outcome?.kind === 'done') toasts.success('Alarm resolved');
    if (outcome?.kind === 'refused') toasts.error(outcome.error.message);
  };
  return (
    <Button
      size="small"
      variant="secondary"
      isBusy={act.isBusy}
      className="relative z-10"
      onClick={() => void press()}
    >
      Resolve
    </Button>
  );
}
