/** The status of an application, and what to do next. */
import { useState } from 'react';
import { formatDate } from '#kernel/dates.ts';
import { formatMoney } from '#kernel/money.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { refusalText } from '#web/session/refusal.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import * as toasts from '#web/ui/toasts.ts';
import { useSettings } from '#web/use-settings.ts';
import { type Application, useWithdrawApplicationMutation } from './credit-api.ts';

type LoadedApplication = NonNullable<Application['application']>;

export function ApplicationState({ answer: { application } }: { answer: Application }) {
  const { credit } = useSettings();
  if (application === null) return null;
  const isChange = application.kind === 'change';
  const applied = formatDate(new Date(application.appliedAt));
  switch (application.state) {
    case 'approved':
      return (
        <Notice
          tone="ok"
          title={isChange ? 'The change to your company details is approved' : 'You are approved'}
        >
          <p>
            {isChange
              ? 'Your account works as before.'
              : `Your account opened with a limit of ${formatMoney(credit.firstLimit)}. Choose Purchase with Credit at checkout.`}
          </p>
          <div className="mt-3 flex flex-wrap gap-3">
            <ButtonLink size="small" to="/products">
              Go to products
            </ButtonLink>
            <ButtonLink size="small" variant="secondary" to="/profile/credit">
              See your credit
            </ButtonLink>
          </div>
        </Notice>
      );
    case 'in_review':
      return (
        <Notice
          tone="info"
          title={
            isChange ? 'The change to your company details is in review' : 'Your application is in review'
          }
        >
          <p>
            You applied on {applied}. Someone on our team will review it and decide within 30 days, usually
            within a few days. We will email you.
            {isChange && ' Until then your account works as before.'}
          </p>
          <Reasons reasons={application.reasons} />
          {!isChange && <Withdraw />}
        </Notice>
      );
    case 'declined':
      return (
        <Notice
          tone="warn"
          title={
            isChange
              ? 'The change to your company details was not approved'
              : 'Your application was not approved'
          }
        >
          <Reasons reasons={application.reasons} />
          {application.againOn !== null && (
            <p className="mt-2 font-medium">You may apply again from {formatDate(application.againOn)}.</p>
          )}
        </Notice>
      );
    default:
      return (
        <Notice tone="info" title="You withdrew your application">
          <p>You may apply again at any time.</p>
        </Notice>
      );
  }
}

const Reasons = ({ reasons }: Pick<LoadedApplication, 'reasons'>) =>
  reasons.length === 0 ? null : (
    <ul className="mt-2 grid list-disc gap-1 ps-5">
      {reasons.map(({ code, found, change }) => (
        <li key={code}>
          {found} {change}
        </li>
      ))}
    </ul>
  );

function Withdraw() {
  const [isAsking, setIsAsking] = useState(false);
  const [withdraw, { isLoading }] = useWithdrawApplicationMutation();
  const confirm = async () => {
    const refused = await withdraw()
      .unwrap()
      .then(() => null, refusalText);
    setIsAsking(false);
    if (refused === null) toasts.success('Application withdrawn', 'credit');
    else toasts.error(refused, 'credit');
  };
  return (
    <div className="mt-3">
      <Button size="small" variant="secondary" onClick={() => setIsAsking(true)}>
        Withdraw application
      </Button>
      <ConfirmDialog
        title="Withdraw your application?"
        isOpen={isAsking}
        isBusy={isLoading}
        action="Withdraw application"
        dismiss="Keep application"
        onConfirm={confirm}
        onClose={() => setIsAsking(false)}
      >
        <p>You can change your company information and apply again at any time.</p>
      </ConfirmDialog>
    </div>
  );
}
