/**
 * The credit gauge of the profile, with the boosters for users with approved credit. Loaded with the
 * profile's later sections.
 */
import { useState } from 'react';
import { listBoosters } from '#contract/boosters.ts';
import { add, fromDollars } from '#kernel/money.ts';
import type { Booster } from '#web/features/boosters/booster.ts';
import { api, ask, type CurrentUser } from '#web/session/api.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { SiteLink } from '#web/ui/site-link.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { NotLoaded } from '#web/ui/not-loaded.tsx';
import { BoosterCards, holdNoticeId } from './booster-cards.tsx';
import { useAccountQuery } from './credit-api.ts';
import { CreditGauge } from '#web/ui/credit-gauge.tsx';

const { useBoostersQuery } = api.injectEndpoints({
  endpoints: (build) => ({ boosters: build.query<Booster[], void>({ query: () => ask(listBoosters) }) }),
});

export default function CreditOverview({ user: { userCredits } }: { user: CurrentUser }) {
  const approved = fromDollars(userCredits.approvedCredit);
  const available = fromDollars(userCredits.availableCredit);
  const { data: boosters, error, isFetching, refetch } = useBoostersQuery(undefined, { skip: approved <= 0 });
  const { data: account, error: accountError } = useAccountQuery(undefined, { skip: approved <= 0 });
  const [hovered, onHover] = useState<string | null>(null);
  const [focused, onFocus] = useState<string | null>(null);
  const shown = boosters?.find(({ id }) => id === (hovered ?? focused));
  const isOnHold = account?.frozen != null;
  // Whether boosters can be bought depends on the account. If the account could not be loaded, the server
  // decides.
  const isLoading =
    error === undefined && (boosters === undefined || (account === undefined && accountError === undefined));
  return (
    <section aria-labelledby="credit-heading" className="grid gap-6">
      <h2 id="credit-heading" className="text-xl">
        Your credit
      </h2>
      {account?.frozen && <OnHold pastDue={account.frozen.pastDue} />}
      <div className={approved > 0 ? 'grid items-start gap-x-8 gap-y-6 lg:grid-cols-5' : 'grid gap-6'}>
        {/* Sticky only beside the boosters: in a single column it would cover the content below. */}
        <div className={approved > 0 ? 'grid gap-4 lg:sticky lg:top-28 lg:col-span-2' : 'grid gap-4'}>
          {shown === undefined ? (
            <CreditGauge label="Available Credit" amount={available} />
          ) : (
            <CreditGauge
              label="Potential Credit Limit"
              amount={add(approved, fromDollars(shown.creditLimitIncrease))}
              isPreview
            />
          )}
          {approved > 0 && (
            <p className="text-center">
              <SiteLink to="/profile/credit" className="underline underline-offset-4 hover:text-accent">
                See your invoices, statements and limit history
              </SiteLink>
            </p>
          )}
        </div>
        {approved <= 0 && (
          <div className="grid justify-items-center gap-3 text-center">
            <p className="text-muted">You have no credit limit yet.</p>
            <ButtonLink to="/profile/credit/apply" size="small">
              Apply for a Net 30 account
            </ButtonLink>
          </div>
        )}
        {approved > 0 && isLoading && <Skeleton className="h-72 lg:col-span-3" />}
        {boosters === undefined && error !== undefined && (
          <div className="lg:col-span-3">
            <NotLoaded what="The boosters" error={error} isBusy={isFetching} onRetry={refetch} />
          </div>
        )}
        {approved > 0 && !isLoading && boosters !== undefined && boosters.length > 0 && (
          <div className="grid gap-3 lg:col-span-3">
            <h3 className="text-lg">Boosters</h3>
            <p className="text-sm text-muted">
              A booster raises your credit limit with us as soon as it is paid. It does not change any credit
              score.
            </p>
            <BoosterCards
              boosters={boosters}
              approved={approved}
              isOnHold={isOnHold}
              onHover={onHover}
              onFocus={onFocus}
            />
          </div>
        )}
      </div>
    </section>
  );
}

const OnHold = ({ pastDue }: { pastDue: boolean }) => (
  <Notice tone="danger" title="Your credit is on hold">
    <p id={holdNoticeId}>
      You cannot buy on credit or buy a booster now.{' '}
      <SiteLink to="/profile/credit" className="underline underline-offset-4 hover:text-accent">
        {pastDue ? 'Pay what is past due' : 'See why'}
      </SiteLink>
    </p>
  </Notice>
);
