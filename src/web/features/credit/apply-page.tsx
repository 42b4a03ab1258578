/** `/profile/credit/apply`: the three steps to a Net 30 account, or the status of the application. */
import '#web/without-eval.ts';
import type { ReactNode } from 'react';
import { formatDate } from '#kernel/dates.ts';
import { formatMoney } from '#kernel/money.ts';
import type { CurrentUser } from '#web/session/api.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { useSettings } from '#web/use-settings.ts';
import { ApplicationState } from './application-state.tsx';
import { ApplyStep } from './apply-step.tsx';
import { CompanyStep } from './company-step.tsx';
import { useApplicationQuery, useCompanyQuery } from './credit-api.ts';
import { GuardedCredit } from './credit-frame.tsx';
import { NotLoaded } from '#web/ui/not-loaded.tsx';
import { CreditFrame, CreditSkeleton } from './credit-skeleton.tsx';

const title = 'Apply for a Net 30 account';

export default function ApplyPage() {
  return <GuardedCredit title={title}>{(user) => <Steps user={user} />}</GuardedCredit>;
}

function Steps({ user }: { user: CurrentUser }) {
  const { credit } = useSettings();
  const application = useApplicationQuery(undefined, { refetchOnMountOrArgChange: true });
  const company = useCompanyQuery();
  const { data } = application;
  const failed = [application, company].find(({ error, data }) => error !== undefined && data === undefined);
  const backLink = { to: '/profile/credit', label: 'Back to your Net 30 account' };
  if (failed !== undefined)
    return (
      <CreditFrame title={title} back={backLink}>
        <NotLoaded
          what="Your application"
          error={failed.error}
          isBusy={failed.isFetching}
          onRetry={failed.refetch}
        />
      </CreditFrame>
    );
  if (data === undefined || company.data === undefined) return <CreditSkeleton title={title} />;
  const code = data.refusal?.code ?? null;
  const hasBought = code !== 'credit_first_purchase' && code !== 'credit_email_unconfirmed';
  const isDecided = data.application?.state === 'approved' || data.application?.state === 'in_review';
  return (
    <CreditFrame title={isDecided ? 'Your Net 30 application' : title} back={backLink}>
      {!isDecided && (
        <p className="-mt-4 text-lg text-muted">
          Buy now, pay in 30 days. Your first limit is {formatMoney(credit.firstLimit)}. No personal
          guarantee, no interest, no fees.
        </p>
      )}
      {data.application !== null && <ApplicationState answer={data} />}
      <ol className="grid gap-5">
        <Step number={1} title="First purchase" isDone={hasBought}>
          {!hasBought && (
            <div className="grid justify-items-start gap-4">
              <p>{data.refusal?.message}. Anything in the shop counts, as soon as it is paid.</p>
              {code === 'credit_first_purchase' && <ButtonLink to="/products">Go to products</ButtonLink>}
            </div>
          )}
          {hasBought && <p className="text-muted">Your card payment counts.</p>}
        </Step>
        <Step number={2} title="Company information" isDone={company.data !== null}>
          <CompanyStep user={user} company={company.data} />
        </Step>
        <Step number={3} title="Apply" isDone={data.application?.state === 'approved'}>
          {isDecided ? (
            <p className="text-muted">
              You applied on {formatDate(new Date(data.application?.appliedAt ?? ''))}.
            </p>
          ) : (
            <ApplyStep answer={data} hasCompany={company.data !== null} />
          )}
        </Step>
      </ol>
    </CreditFrame>
  );
}

type StepProps = { number: number; title: string; isDone: boolean; children: ReactNode };

const Step = ({ number, title: name, isDone, children }: StepProps) => (
  <li className="grid gap-4 rounded-lg border border-line bg-surface p-5 sm:p-6">
    <div className="flex items-center gap-3">
      <span
        aria-hidden="true"
        className={`grid size-8 shrink-0 place-items-center rounded-full font-semibold ${isDone ? 'bg-ok-soft text-ok' : 'bg-sunk text-ink'}`}
      >
        {isDone ? <Icon name="check" className="size-5" /> : number}
      </span>
      <h2 className="text-lg">
        {name}
        {isDone && <span className="sr-only"> (done)</span>}
      </h2>
    </div>
    {children}
  </li>
);
