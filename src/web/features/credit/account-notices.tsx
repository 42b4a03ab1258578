/** Notices about why the user cannot buy on credit, and what to do. */
import { formatDate } from '#kernel/dates.ts';
import { formatMoney, fromDollars } from '#kernel/money.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { useSettings } from '#web/use-settings.ts';
import type { Account } from './credit-api.ts';

export function AccountNotices({
  account: { status, frozen, owed, pastDue, inCollections, isWrittenOff },
}: {
  account: Account;
}) {
  const { company } = useSettings();
  if (status === 'closed')
    return (
      <Notice tone="warn" title="Your Net 30 account is closed">
        {owed > 0 && <p>You can pay open invoices below.</p>}
        {isWrittenOff && (
          <p>
            An unpaid invoice was written off, so the account cannot be opened again. You can still buy by
            card.
          </p>
        )}
        {!isWrittenOff && (
          <>
            <p>You may apply again.</p>
            <ButtonLink to="/profile/credit/apply" size="small" variant="secondary" className="mt-3">
              Apply again
            </ButtonLink>
          </>
        )}
      </Notice>
    );
  if (frozen === null) return null;
  const since = formatDate(new Date(frozen.since));
  return (
    <Notice tone="danger" title="Your credit is on hold">
      {frozen.pastDue && (
        <p>
          {formatMoney(fromDollars(pastDue))} has been past due since {since}. Pay it below, and your credit
          is available again right away.
          {inCollections && ' It is more than 30 days late: please pay it or write to us now.'}
        </p>
      )}
      {frozen.byStaff && (
        <p>
          Our team put your credit on hold{frozen.pastDue ? ' as well' : ` on ${since}`}. Write to{' '}
          {company.email} to find out more.
        </p>
      )}
    </Notice>
  );
}
