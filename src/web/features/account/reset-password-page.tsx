/**
 * `/reset-password`: sets a new password with the link from the email. Ends all sessions and does not log in.
 */
import { phrase } from '#kernel/language.ts';
import { useLanguage, withNodes } from '#web/language.tsx';
import { useState } from 'react';
import { me, resetPassword } from '#contract/accounts.ts';
import emailArt from '#web/art/email.svg?url';
import orderSuccessArt from '#web/art/order-success.svg?url';
import { call } from '#web/session/call.ts';
import * as session from '#web/session/session.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { SiteLink } from '#web/ui/site-link.tsx';
import { AccountFrame, MessagePicture } from './account-frame.tsx';
import { clearLinkToken, readLinkToken, useLinkToken } from './link-token.ts';
import { NewPasswordForm } from './new-password-form.tsx';
import { useSending } from '#web/session/sending.ts';
import { fallbackTexts } from './fallback-texts.ts';

/**
 * This browser may hold one of the sessions that were just ended. Until it notices, the header shows a name
 * and Login redirects to the shop. The session is checked instead of cleared, because it may belong to
 * another account and still be valid.
 */
async function clearEndedSession(): Promise<void> {
  if (session.current().kind === 'person') await call(me);
}

export default function ResetPasswordPage() {
  const { say, sayWith } = useLanguage();
  useLinkToken('resetToken');
  const sending = useSending(fallbackTexts.newPassword);
  const [isDone, setDone] = useState(false);
  if (isDone)
    return (
      <AccountFrame
        title={say('Password Changed Successfully')}
        intro={<p>{say('Log in with your new password. You were logged out on every device.')}</p>}
        aside={<MessagePicture file={orderSuccessArt} />}
        takesFocus
      >
        <div>
          <ButtonLink to="/login" size="large">
            {say('Login')}
          </ButtonLink>
        </div>
      </AccountFrame>
    );
  return (
    <AccountFrame
      title={say('Reset password')}
      intro={<p>{say('Choose a new password for your account. This logs you out on every device.')}</p>}
      aside={<MessagePicture file={emailArt} />}
    >
      <NewPasswordForm
        label={phrase('New password')}
        button={say('Reset password')}
        sending={sending}
        onPassword={async (typed) => {
          const resetToken = readLinkToken('resetToken');
          if (resetToken === null) return;
          await call(resetPassword, { body: { ...typed, resetToken } });
          clearLinkToken();
          await clearEndedSession().catch(() => undefined);
          setDone(true);
        }}
      />
      <p>
        {withNodes(
          sayWith('The link works once, within 30 minutes. {again}', {
            again: (
              <SiteLink
                to="/login#forgot-password"
                className="underline underline-offset-4 hover:text-accent"
              >
                {say('Request a new link')}
              </SiteLink>
            ),
          }),
        )}
      </p>
    </AccountFrame>
  );
}
