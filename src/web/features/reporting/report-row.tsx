/** One report: its subject, its status, and the receipt of what was sent. */
import { formatDate, formatLocalTime } from '#kernel/dates.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Disclosure } from '#web/ui/disclosure.tsx';
import { SiteLink } from '#web/ui/site-link.tsx';
import { DisputePart } from './dispute-part.tsx';
import {
  amountOf,
  fieldLabel,
  fieldsInOrder,
  stateTones,
  stateWords,
  titleOf,
  whatToDo,
} from './report-words.ts';
import type { Report } from './reporting-api.ts';

/** `ofOrder`: shown on the page of its order, so the order is not repeated. */
export function ReportRow({ report, ofOrder = false }: { report: Report; ofOrder?: boolean }) {
  const Heading = ofOrder ? 'h3' : 'h2';
  const { id, state, happenedAt, order, reason } = report;
  const advice = whatToDo(report);
  return (
    <li
      aria-labelledby={`${id}-what`}
      className="grid grid-cols-1 gap-3 rounded-lg border border-line bg-surface p-4 sm:p-5"
    >
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-1">
        <div className="min-w-0">
          <Heading id={`${id}-what`} className="text-base leading-snug font-semibold">
            {titleOf(report)}
          </Heading>
          <p className="text-sm text-muted">
            <time dateTime={happenedAt}>{formatDate(happenedAt)}</time>
            {order !== null && !ofOrder && (
              <>
                {' · '}
                <SiteLink
                  to={`/profile?order=${order.id}`}
                  className="inline-block py-0.5 underline underline-offset-4 hover:text-accent"
                >
                  Order <span className="money">{order.number}</span>
                </SiteLink>
              </>
            )}
          </p>
        </div>
        <span className="money font-semibold">{amountOf(report)}</span>
      </div>
      <div>
        <Badge tone={stateTones[state]}>{stateWords[state]}</Badge>
      </div>
      {reason !== null && <p>Reason: {reason}</p>}
      {advice !== null && <p className="text-sm text-muted">{advice}</p>}
      <Receipt report={report} />
      <DisputePart report={report} />
    </li>
  );
}

function Receipt({ report: { fields, sentAt } }: { report: Report }) {
  if (fields === null) return <p className="text-sm text-muted">Nothing was sent, so there is no receipt.</p>;
  return (
    <Disclosure title="Receipt">
      <div className="grid grid-cols-1 gap-3 rounded-md bg-sunk p-4">
        <p className="text-sm">
          {sentAt !== null && (
            <>
              Sent on <time dateTime={sentAt}>{formatLocalTime(sentAt)}</time>.{' '}
            </>
          )}
          These are the exact fields:
        </p>
        <dl className="grid grid-cols-1 gap-1.5 text-sm">
          {fieldsInOrder(fields).map(([name, value]) => (
            <div key={name} className="flex flex-wrap justify-between gap-x-6">
              <dt className="flex min-w-0 flex-wrap gap-x-2 text-muted">
                {fieldLabel(name) !== null && <span>{fieldLabel(name)}</span>}
                <code className="wrap-anywhere">{name}</code>
              </dt>
              <dd className="min-w-0 font-medium wrap-anywhere">{value}</dd>
            </div>
          ))}
        </dl>
      </div>
    </Disclosure>
  );
}
