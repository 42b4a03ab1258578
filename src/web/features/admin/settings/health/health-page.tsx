/**
 * System health: alarms, the state of each part in a sentence, and alarm recipients. Each section loads and
 * fails independently.
 */
import { LinksOfArea } from '#web/features/admin/shell/area-routes.tsx';
import { Loaded } from '#web/features/admin/shell/loaded.tsx';
import { PageHead } from '#web/features/admin/shell/page-head.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { AlarmList } from './alarm-list.tsx';
import { AlarmRecipients } from './alarm-recipients.tsx';
import { useStaffAlarmsQuery, useStaffHealthQuery } from './calls.ts';
import { type Part, partsOf } from './health-words.ts';

const pollMs = 30_000;

export function HealthPage() {
  const health = useStaffHealthQuery(undefined, { pollingInterval: pollMs, refetchOnMountOrArgChange: true });
  const alarms = useStaffAlarmsQuery(undefined, { pollingInterval: pollMs, refetchOnMountOrArgChange: true });
  return (
    <div className="grid gap-8">
      <div className="grid gap-4">
        <LinksOfArea />
        <PageHead title="Health" />
      </div>
      <section aria-labelledby="alarms" className="grid gap-3">
        <h2 id="alarms" className="font-sans text-base font-semibold">
          Alarms
        </h2>
        <Loaded what="Alarms" query={alarms} skeleton={<Skeleton className="h-32" />}>
          {(found) => <AlarmList {...found} />}
        </Loaded>
      </section>
      <section aria-labelledby="parts" className="grid gap-3">
        <h2 id="parts" className="font-sans text-base font-semibold">
          System health
        </h2>
        <Loaded what="System health" query={health} skeleton={<Skeleton className="h-96" />}>
          {(found) => (
            <ul className="overflow-hidden rounded-lg border border-line bg-surface">
              {partsOf(found).map((part) => (
                <PartRow key={part.title} part={part} />
              ))}
            </ul>
          )}
        </Loaded>
      </section>
      <AlarmRecipients />
    </div>
  );
}

const marks: Record<Part['tone'], string> = { ok: 'OK', warn: 'Check', danger: 'Act now', plain: 'Info' };

const PartRow = ({ part: { title, tone, says, more = [] } }: { part: Part }) => (
  <li className="flex flex-col gap-x-6 gap-y-1 border-line px-4 py-3 not-last:border-b md:flex-row">
    <h3 className="shrink-0 font-sans text-sm font-semibold md:w-56">{title}</h3>
    <div className="min-w-0 grow text-sm">
      <p className="max-w-line wrap-anywhere">{says}</p>
      {more.length > 0 && (
        <details className="mt-1">
          <summary className="w-fit min-h-6 cursor-pointer rounded-sm text-muted hover:text-ink">
            Details<span className="sr-only"> of {title.toLowerCase()}</span>
          </summary>
          <ul className="mt-1 grid gap-0.5 text-xs text-muted">
            {more.map((line) => (
              <li key={line} className="wrap-anywhere">
                {line}
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
    <div className="max-md:order-first max-md:self-start">
      <Badge tone={tone}>{marks[tone]}</Badge>
    </div>
  </li>
);
