/**
 * `/profile/credit`: what the user owes and when, available credit, the reasons for the limit, and
 * statements.
 */
import '#web/without-eval.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { AccountClose } from './account-close.tsx';
import { AccountNotices } from './account-notices.tsx';
import { AutopayPart } from './autopay-part.tsx';
import { ApplicationState } from './application-state.tsx';
import { type Account, useAccountQuery, useApplicationQuery } from './credit-api.ts';
import { GuardedCredit, Part } from './credit-frame.tsx';
import { NotLoaded } from '#web/ui/not-loaded.tsx';
import { CreditFrame, CreditSkeleton } from './credit-skeleton.tsx';
import { LimitPart } from './limit-part.tsx';
import { OpenInvoices } from './open-invoices.tsx';
import { Overview } from './overview.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { StatementsPart } from './statements-part.tsx';

const title = 'Your Net 30 account';

export default function CreditPage() {
  return <GuardedCredit title={title}>{() => <Credit />}</GuardedCredit>;
}

function Credit() {
  const {
    data: account,
    error,
    isFetching,
    refetch,
  } = useAccountQuery(undefined, { refetchOnMountOrArgChange: true });
  if (account === undefined && error === undefined) return <CreditSkeleton title={title} />;
  return (
    <CreditFrame title={title}>
      {account === undefined && (
        <NotLoaded what="Your account" error={error} isBusy={isFetching} onRetry={refetch} />
      )}
      {account?.status === 'none' && <NoAccount />}
      {account !== undefined && account.status !== 'none' && <AccountView account={account} />}
    </CreditFrame>
  );
}

/**
 * The application status comes first: a user with a pending or declined application is not asked to apply.
 */
function NoAccount() {
  const { data, error } = useApplicationQuery(undefined, { refetchOnMountOrArgChange: true });
  const state = data?.application?.state;
  if (data === undefined && error === undefined) return <Skeleton className="h-40" />;
  if (data === undefined || (state !== 'in_review' && state !== 'declined')) return <Invitation />;
  return (
    <div className="grid justify-items-start gap-5">
      <ApplicationState answer={data} />
      <ButtonLink to="/profile/credit/apply" variant="secondary">
        See your application
      </ButtonLink>
    </div>
  );
}

const Invitation = () => (
  <div className="grid justify-items-start gap-4 rounded-lg bg-sunk p-5 sm:p-6">
    <p className="font-display text-lg font-semibold">You have no Net 30 account yet</p>
    <p>
      Buy now and pay in 30 days: half when you order, half when the work is done. Apply in three steps; most
      are decided right away.
    </p>
    <div className="flex flex-wrap gap-3">
      <ButtonLink to="/profile/credit/apply">Apply for a Net 30 account</ButtonLink>
      <ButtonLink to="/net-30-vendor" variant="secondary">
        How it works
      </ButtonLink>
    </div>
  </div>
);

const CompanyPart = () => (
  <Part id="company" title="Company information">
    <p className="text-muted">
      The business that this account belongs to. You can change its details; a change of its name, form or EIN
      is reviewed.
    </p>
    <div>
      <ButtonLink to="/profile/credit/apply" variant="secondary" size="small">
        View or change company information
      </ButtonLink>
    </div>
  </Part>
);

const AccountView = ({ account }: { account: Account }) => (
  <>
    <AccountNotices account={account} />
    <Overview account={account} />
    <OpenInvoices account={account} />
    {account.status === 'open' && <AutopayPart />}
    <LimitPart account={account} />
    <StatementsPart />
    {account.status === 'open' && <CompanyPart />}
    {account.status === 'open' && <AccountClose account={account} />}
  </>
);
