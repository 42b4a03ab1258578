/** Step three: what agrees and what does not, the credit terms, and the button. */
import { useId, useState } from 'react';
import { ProblemBox } from '#web/ui/problem-box.tsx';
import { useRefusal } from '#web/session/use-refusal.ts';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { SiteLink } from '#web/ui/site-link.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import * as toasts from '#web/ui/toasts.ts';
import { type Application, type Consistency, useApplyMutation, useConsistencyQuery } from './credit-api.ts';

export function ApplyStep({ answer, hasCompany }: { answer: Application; hasCompany: boolean }) {
  const id = useId();
  const [apply, { isLoading }] = useApplyMutation();
  const [isAgreed, setAgreed] = useState(false);
  const [isAsked, setAsked] = useState(false);
  const refusal = useRefusal();
  if (!hasCompany) return <p className="text-muted">Give your company information first.</p>;
  if (!answer.mayApply) return <p>{answer.refusal?.message}</p>;
  const isMissing = isAsked && !isAgreed;
  const send = async () => {
    setAsked(true);
    if (!isAgreed || isLoading) return;
    refusal.forget();
    const after = await apply(answer.terms.version)
      .unwrap()
      .catch((error: unknown) => void refusal.say(error));
    if (after?.application?.state === 'approved') toasts.success('You are approved', 'credit');
    if (after) window.scrollTo({ top: 0 });
  };
  return (
    <div className="grid gap-5">
      <Agreement />
      <ProblemBox problem={refusal.problem} />
      <div className="grid gap-2">
        <label className="flex items-start gap-3">
          <input
            type="checkbox"
            className="mt-0.5 size-5 shrink-0 accent-accent"
            checked={isAgreed}
            aria-describedby={isMissing ? `${id}-error` : undefined}
            aria-invalid={isMissing ? true : undefined}
            onChange={({ target }) => setAgreed(target.checked)}
          />
          <span>{answer.terms.text}</span>
        </label>
        {isMissing && (
          <p id={`${id}-error`} role="alert" className="text-sm font-medium text-danger">
            Please accept the credit terms
          </p>
        )}
        <p className="text-sm text-muted">
          Read the full credit terms in our{' '}
          <SiteLink to="/terms" className="underline underline-offset-4 hover:text-accent">
            terms
          </SiteLink>
          .
        </p>
      </div>
      <div>
        <Button isBusy={isLoading} onClick={send}>
          Apply
        </Button>
      </div>
    </div>
  );
}

const fieldNames: Record<Consistency['checks'][number]['field'], string> = {
  name: 'Your name',
  companyName: 'Company name',
  address: 'Address',
  phone: 'Phone number',
};
const placeNames = { profile: 'Profile', company: 'Company', order: 'Newest order' } as const;

/** What differs sends the application to a person, so it is said before. */
function Agreement() {
  const { data } = useConsistencyQuery(undefined, { refetchOnMountOrArgChange: true });
  if (data === undefined) return <Skeleton className="h-20" />;
  if (data.agrees)
    return (
      <p className="flex items-center gap-2 font-medium text-ok">
        <Icon name="check" className="size-5" /> Your name, address and phone number match everywhere.
      </p>
    );
  return (
    <Notice tone="warn" title="Some details do not match">
      <p>
        You can apply now, and a person reviews your application. For a decision at once, make them the same in your profile and in your
        company information.
      </p>
      <ul className="mt-3 grid gap-3">
        {data.checks
          .filter(({ agrees }) => !agrees)
          .map(({ field, values }) => (
            <li key={field}>
              <p className="font-medium">{fieldNames[field]}</p>
              <ul>
                {values.map(({ place, value }) => (
                  <li key={place} className="wrap-anywhere">
                    {placeNames[place]}: {value === '' ? 'not given' : value}
                  </li>
                ))}
              </ul>
            </li>
          ))}
      </ul>
      <p className="mt-3">
        <SiteLink to="/profile" className="underline underline-offset-4 hover:text-accent">
          Edit your profile
        </SiteLink>
      </p>
    </Notice>
  );
}
