/** The integrity of the audit log: how far it is chained, and the result of the last check. */
import { nightsOfAuditCheck } from '#kernel/audit-check.ts';
import { useAct } from '#web/features/admin/act/use-act.ts';
import { Moment } from '#web/features/admin/detail/moment.tsx';
import { Loaded } from '#web/features/admin/shell/loaded.tsx';
import { useMay } from '#web/features/admin/shell/staff.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { type AuditChain, useStaffAuditChainQuery, useStaffAuditCheckMutation } from './calls.ts';

/** Polling intervals during a check and otherwise. */
const [pollSoonMs, pollLaterMs] = [2_000, 30_000];

export function ChainState() {
  const query = useStaffAuditChainQuery(undefined, { pollingInterval: pollLaterMs });
  return (
    <Loaded what="Audit log status" query={query} skeleton={<Skeleton className="h-14" />}>
      {(chain) => <Chain chain={chain} refetch={() => void query.refetch()} />}
    </Loaded>
  );
}

const count = new Intl.NumberFormat('en-US');

function Chain({ chain, refetch }: { chain: AuditChain; refetch: () => void }) {
  const mayCheck = useMay('settings.write');
  const act = useAct();
  const [send] = useStaffAuditCheckMutation();
  const { chained, waiting, checked, isChecking } = chain;
  // Polls faster only while a check is running.
  useStaffAuditChainQuery(undefined, { skip: !isChecking, pollingInterval: pollSoonMs });
  const isBroken = checked !== null && checked.violations.length > 0;
  const check = async () => {
    await act.run(null, () => send());
    refetch();
  };
  return (
    <Notice
      tone={isBroken ? 'danger' : 'info'}
      title={isBroken ? 'The audit log was changed' : 'Audit log integrity'}
    >
      <div className="grid gap-2">
        <p>
          {chained === null ? (
            'The hash chain has no entries yet.'
          ) : (
            <>
              Hash chain complete up to entry {count.format(chained.position)} of{' '}
              <Moment at={chained.at} full />
              {waiting === 0
                ? '.'
                : `; ${waiting === 1 ? '1 entry is pending' : `${count.format(waiting)} entries are pending`}. Adding them takes about a second.`}
            </>
          )}{' '}
          <Checked chain={chain} />
        </p>
        {isBroken && (
          <ul className="list-disc ps-5">
            {checked.violations.map((violation) => (
              <li key={violation}>{violation}</li>
            ))}
          </ul>
        )}
        {act.problem && <p role="alert">{act.problem.message}</p>}
        {mayCheck && (
          <div>
            <Button
              size="small"
              variant="secondary"
              isBusy={act.isBusy || isChecking}
              onClick={() => void check()}
            >
              Check log now
            </Button>
          </div>
        )}
      </div>
    </Notice>
  );
}

function Checked({ chain: { checked, isChecking } }: { chain: AuditChain }) {
  if (isChecking) return <>The check is running.</>;
  if (checked === null) return <>Not checked yet. The check runs every night.</>;
  const { at, by, entries, isWhole, hash, violations } = checked;
  return (
    <>
      Checked <Moment at={at} full /> {by === null ? 'automatically' : `by ${by}`}:{' '}
      {violations.length === 0
        ? `${count.format(entries)} entries, all unchanged. `
        : `${count.format(entries)} entries. `}
      {!isWhole &&
        entries > 0 &&
        `The check covered all new entries and 1/${nightsOfAuditCheck} of the older ones, in rotation. `}
      Latest hash: <code className="wrap-anywhere">{hash.slice(0, 16)}…</code>
    </>
  );
}
