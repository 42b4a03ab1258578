/** Changes the email address: requested with the password, confirmed by a link in both mailboxes. */
import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import type { z } from 'zod';
import { EmailChangeForm } from '#contract/email-change.ts';
import { formatLocalTime } from '#kernel/dates.ts';
import { bound } from '#web/ui/fields/bound.ts';
import { PasswordField } from '#web/ui/fields/password-field.tsx';
import { ProblemBox } from '#web/ui/problem-box.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import type { CurrentUser } from '#web/session/api.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { MailLink } from '#web/ui/mail-link.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import * as toasts from '#web/ui/toasts.ts';
import { CodeField, useAskedCode } from './code-field.tsx';
import {
  type PendingEmail,
  useAskEmailChangeMutation,
  useCancelEmailChangeMutation,
  useEmailChangeQuery,
} from './profile-api.ts';
import { refusalText } from '#web/session/refusal.ts';
import { useSending } from '#web/session/sending.ts';
import { NotLoaded } from '#web/ui/not-loaded.tsx';

export default function EmailSection({ user }: { user: CurrentUser }) {
  const { data, error, isFetching, refetch } = useEmailChangeQuery(undefined, {
    refetchOnMountOrArgChange: true,
  });
  if (error !== undefined && data === undefined)
    return <NotLoaded what="This" error={error} isBusy={isFetching} onRetry={refetch} />;
  if (data === undefined) return <Skeleton className="h-24" />;
  return data.pending === null ? <AskForm user={user} /> : <UnderWay user={user} pending={data.pending} />;
}

const empty = { email: '', password: '' };

function AskForm({ user }: { user: CurrentUser }) {
  const [ask] = useAskEmailChangeMutation();
  const sending = useSending(undefined, 'profile');
  const form = useForm<z.input<typeof EmailChangeForm>>({
    resolver: zodResolver(EmailChangeForm),
    defaultValues: empty,
  });
  const codePrompt = useAskedCode(form, user);
  const send = form.handleSubmit((typed) =>
    sending.run(async () => {
      await ask(typed).unwrap();
      toasts.success('We have emailed both addresses', 'profile');
    }, codePrompt.takes),
  );
  return (
    <form aria-label="Email address" className="grid max-w-form gap-6" onSubmit={send} noValidate>
      <ProblemBox problem={sending.problem} />
      <div className="grid gap-y-2.5">
        <TextField
          label="New email address"
          type="email"
          autoComplete="email"
          maxLength={254}
          {...bound(form, 'email')}
        />
        <PasswordField label="Password" autoComplete="current-password" {...bound(form, 'password')} />
        <CodeField {...codePrompt} />
      </div>
      <p className="text-sm text-muted">
        We email {user.email} and the new address. The change takes effect once you open the links in both
        emails. No access to the old mailbox? Write to <MailLink subject="Change my email address" />.
      </p>
      <div>
        <Button type="submit" isBusy={sending.isBusy}>
          Change email address
        </Button>
      </div>
    </form>
  );
}

function UnderWay({ user, pending }: { user: CurrentUser; pending: PendingEmail }) {
  const [cancel, { isLoading }] = useCancelEmailChangeMutation();
  const cancelChange = () =>
    cancel()
      .unwrap()
      .then(
        () => toasts.success('Your email address was not changed', 'profile'),
        (error: unknown) => toasts.error(refusalText(error), 'profile'),
      );
  return (
    <div className="grid max-w-form gap-5">
      <p>
        Please open the links in both emails by {formatLocalTime(pending.expiresAt)}. Until then, you log in
        with {user.email}.
      </p>
      <ul className="divide-y divide-line rounded-lg border border-line bg-surface">
        <Side address={user.email} hasAgreed={pending.oldConfirmed} />
        <Side address={pending.email} hasAgreed={pending.newConfirmed} />
      </ul>
      <div>
        <Button variant="secondary" isBusy={isLoading} onClick={cancelChange}>
          Cancel email change
        </Button>
      </div>
    </div>
  );
}

const Side = ({ address, hasAgreed }: { address: string; hasAgreed: boolean }) => (
  <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 p-4">
    <span className="min-w-0 font-medium wrap-anywhere">{address}</span>
    <Badge tone={hasAgreed ? 'ok' : 'plain'}>{hasAgreed ? 'Confirmed' : 'Waiting for the link'}</Badge>
  </li>
);
