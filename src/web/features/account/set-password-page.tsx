/**
 * `/set-password`: sets the first password of an account and logs the user in. Success loads the profile in a
 * new document.
 */
import { phrase } from '#kernel/language.ts';
import { useLanguage } from '#web/language.tsx';
import { useEffect, useState } from 'react';
import { setPassword } from '#contract/accounts.ts';
import { CallError } from '#contract/client.ts';
import accountArt from '#web/art/account.svg?url';
import orderSuccessArt from '#web/art/order-success.svg?url';
import { call } from '#web/session/call.ts';
import * as session from '#web/session/session.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import * as toasts from '#web/ui/toasts.ts';
import { SiteLink } from '#web/ui/site-link.tsx';
import { AccountFrame, MessagePicture } from './account-frame.tsx';
import { clearLinkToken, readLinkToken, useLinkToken } from './link-token.ts';
import { storageBlocked } from './log-in-form.tsx';
import { NewPasswordForm } from './new-password-form.tsx';
import { useSending } from '#web/session/sending.ts';
import { fallbackTexts } from './fallback-texts.ts';

/** Time to read the message before the new document loads. */
const showSuccessMs = 1_500;

export default function SetPasswordPage() {
  const { say } = useLanguage();
  useLinkToken('confirmToken');
  const sending = useSending(fallbackTexts.newPassword);
  const [isDone, setDone] = useState(false);
  if (isDone) return <PasswordSet />;
  return (
    <AccountFrame
      title={say('Set password')}
      intro={<p>{say('Choose a password for your account. You will be logged in right away.')}</p>}
      aside={<MessagePicture file={accountArt} />}
    >
      <NewPasswordForm
        label={phrase('Password')}
        button={say('Set password')}
        sending={sending}
        onPassword={async (typed) => {
          const confirmToken = readLinkToken('confirmToken');
          if (confirmToken === null) return;
          const { data } = await call(setPassword, { body: { ...typed, confirmToken } });
          clearLinkToken();
          if (!session.begin(data)) throw new CallError(0, 'storage_blocked', storageBlocked);
          toasts.success(phrase('Password set successfully'));
          setDone(true);
          return 'leaving';
        }}
      />
      <p>
        <SiteLink to="/login#forgot-password" className="underline underline-offset-4 hover:text-accent">
          {say('Request a new link')}
        </SiteLink>
      </p>
    </AccountFrame>
  );
}

function PasswordSet() {
  const { say } = useLanguage();
  useEffect(() => {
    const timer = setTimeout(() => window.location.replace('/profile'), showSuccessMs);
    return () => clearTimeout(timer);
  }, []);
  return (
    <AccountFrame
      title={say('Password set successfully')}
      intro={
        <p role="status" className="flex items-center gap-3">
          <Spinner /> {say('We are opening your profile.')}
        </p>
      }
      aside={<MessagePicture file={orderSuccessArt} />}
      takesFocus
    >
      <div>
        <ButtonLink to="/profile" variant="secondary">
          {say('Go to your profile')}
        </ButtonLink>
      </div>
    </AccountFrame>
  );
}
