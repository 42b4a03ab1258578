/** Open alarms. Staff resolve them one by one or in bulk. An alarm is raised again if its cause recurs. */
import { useState } from 'react';
import { Link } from 'react-router';
import { useAct } from '#web/features/admin/act/use-act.ts';
import { Moment } from '#web/features/admin/detail/moment.tsx';
import { useStaffSettleAlarmsMutation } from '#web/features/admin/records/alarms.ts';
import { useMay } from '#web/features/admin/shell/staff.ts';
import { Button } from '#web/ui/button.tsx';
import * as toasts from '#web/ui/toasts.ts';
import type { Alarms } from './calls.ts';

type Alarm = Alarms['alarms'][number];

const keyOf = ({ kind, subject }: Pick<Alarm, 'kind' | 'subject'>): string => `${kind} ${subject}`;
const titleOf = (kind: string): string =>
  `${kind.charAt(0).toUpperCase()}${kind.slice(1).replaceAll('_', ' ')}`;

export function AlarmList({ alarms, count }: Alarms) {
  const maySettle = useMay('orders.write');
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const act = useAct();
  const [settle] = useStaffSettleAlarmsMutation();
  if (alarms.length === 0)
    return (
      <div className="grid gap-1 rounded-lg border border-dashed border-line px-6 py-6">
        <p className="font-display text-lg font-semibold">No alarms</p>
        <p className="max-w-line text-muted">
          Parked payments, disputes, failed refunds, charges without an order, undeliverable emails, and audit
          log tampering appear here.
        </p>
      </div>
    );
  const selected = alarms.filter((alarm) => chosen.has(keyOf(alarm)));
  const press = async () => {
    const settled = selected.map(({ kind, subject }) => ({ kind, subject }));
    const outcome = await act.run(settled, () => settle({ body: { alarms: settled } }));
    if (outcome?.kind === 'done') {
      setChosen(new Set());
      toasts.success(
        outcome.data.settled === 1 ? '1 alarm resolved' : `${outcome.data.settled} alarms resolved`,
      );
    }
    if (outcome?.kind === 'refused') toasts.error(outcome.error.message);
  };
  const toggle = (key: string, isOn: boolean) =>
    setChosen(
      (before) => new Set(isOn ? [...before, key] : [...before].filter((alarmKey) => alarmKey !== key)),
    );
  return (
    <div className="overflow-hidden rounded-lg border border-line bg-surface text-sm">
      <div className="flex min-h-12 flex-wrap items-center gap-x-4 gap-y-2 border-b border-line px-4 py-1.5">
        {maySettle && (
          <label className="flex min-h-6 items-center gap-2.5">
            <input
              type="checkbox"
              className="tick-box"
              checked={selected.length === alarms.length}
              onChange={({ target }) => setChosen(new Set(target.checked ? alarms.map(keyOf) : []))}
            />
            Select all
          </label>
        )}
        <p role="status" className="me-auto text-muted">
          {selected.length > 0
            ? `${selected.length} selected`
            : count === 1
              ? '1 alarm'
              : `${count.toLocaleString('en-US')} alarms`}
          {count > alarms.length && `, the oldest ${alarms.length} shown`}
        </p>
        {maySettle && selected.length > 0 && (
          <Button size="small" isBusy={act.isBusy} onClick={() => void press()}>
            {selected.length === 1 ? 'Resolve 1 alarm' : `Resolve ${selected.length} alarms`}
          </Button>
        )}
      </div>
      <ul>
        {alarms.map((alarm) => (
          <Row
            key={keyOf(alarm)}
            alarm={alarm}
            isChosen={chosen.has(keyOf(alarm))}
            onChoose={maySettle ? (isOn) => toggle(keyOf(alarm), isOn) : null}
          />
        ))}
      </ul>
    </div>
  );
}

/** Some roles that read alarms may not open orders. */
const OrderLink = ({ order: { id, number } }: { order: NonNullable<Alarm['order']> }) =>
  useMay('orders.read') ? (
    <Link to={`/admin/orders/${id}`} className="underline underline-offset-4 hover:text-accent">
      Order {number}
    </Link>
  ) : (
    <span>Order {number}</span>
  );

/** `onChoose`: null for a user who may not resolve alarms. */
const Row = ({
  alarm,
  isChosen,
  onChoose,
}: {
  alarm: Alarm;
  isChosen: boolean;
  onChoose: ((isOn: boolean) => void) | null;
}) => (
  <li className="flex items-start gap-3 border-line px-4 py-2.5 not-last:border-b">
    {onChoose && (
      <input
        type="checkbox"
        className="tick-box"
        aria-label={`${titleOf(alarm.kind)}, ${alarm.subject}`}
        checked={isChosen}
        onChange={({ target }) => onChoose(target.checked)}
      />
    )}
    <div className="flex min-w-0 grow flex-wrap items-start justify-between gap-x-4">
      <div className="min-w-0">
        <p className="font-medium">{titleOf(alarm.kind)}</p>
        <p className="wrap-anywhere">
          {alarm.order === null ? alarm.detail : alarm.detail.replaceAll(alarm.order.id, alarm.order.number)}
        </p>
        {alarm.order !== null && (
          <p>
            <OrderLink order={alarm.order} />
          </p>
        )}
        {alarm.subject !== alarm.order?.id && (
          <p className="text-xs wrap-anywhere text-muted">{alarm.subject}</p>
        )}
      </div>
      <span className="text-xs text-muted">
        <Moment at={alarm.at} full />
      </span>
    </div>
  </li>
);
