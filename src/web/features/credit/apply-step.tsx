/** Step three: which details match and which do not, the credit terms, and the submit button. */
import { useState } from 'react';
import { TickBox } from '#web/ui/fields/tick-box.tsx';
import { ProblemBox } from '#web/ui/problem-box.tsx';
import { useSending } from '#web/session/sending.ts';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { SiteLink } from '#web/ui/site-link.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import * as toasts from '#web/ui/toasts.ts';
import { type Application, type Consistency, useApplyMutation, useConsistencyQuery } from './credit-api.ts';

export function ApplyStep({ answer, hasCompany }: { answer: Application; hasCompany: boolean }) {
  const [apply] = useApplyMutation();
  const [isAgreed, setAgreed] = useState(false);
  const [isAsked, setAsked] = useState(false);
  const sending = useSending(undefined, 'credit');
  if (!hasCompany) return <p className="text-muted">Enter your company information first.</p>;
  if (!answer.mayApply) return <p>{answer.refusal?.message}</p>;
  const isMissing = isAsked && !isAgreed;
  const send = async () => {
    setAsked(true);
    if (!isAgreed) return;
    await sending.run(async () => {
      const after = await apply(answer.terms.version).unwrap();
      if (after.application?.state === 'approved') toasts.success('You are approved', 'credit');
      window.scrollTo({ top: 0 });
    });
  };
  return (
    <div className="grid gap-5">
      <Agreement />
      <ProblemBox problem={sending.problem} />
      <div className="grid gap-2">
        <TickBox
          checked={isAgreed}
          error={isMissing ? 'Please accept the credit terms' : null}
          onChange={({ target }) => setAgreed(target.checked)}
        >
          {answer.terms.text}
        </TickBox>
        <p className="text-sm text-muted">
          Read the full credit terms in our{' '}
          <SiteLink to="/terms" className="underline underline-offset-4 hover:text-accent">
            terms
          </SiteLink>
          .
        </p>
      </div>
      <div>
        <Button isBusy={sending.isBusy} onClick={send}>
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
const placeNames = { profile: 'Profile', company: 'Company', order: 'Latest order' } as const;

/** A mismatch sends the application to manual review, so it is announced first. */
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
        You can apply now, and a person will review your application. For an immediate decision, make them
        match in your profile and your company information.
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
