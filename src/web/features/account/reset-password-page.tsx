/** `/reset-password`: a new password with the link from the letter. It ends every session and logs nobody in. */
import { useState } from 'react';
import { resetPassword } from '#contract/accounts.ts';
import { Drawing } from '#web/art/drawing.tsx';
import letterArt from '#web/art/letter.svg?url';
import orderSuccessArt from '#web/art/order-success.svg?url';
import { call } from '#web/api.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { SiteLink } from '#web/ui/site-link.tsx';
import { AccountFrame, MessagePicture } from './account-frame.tsx';
import { forgetLinkToken, useLinkToken } from './link-token.ts';
import { NewPasswordForm } from './new-password-form.tsx';
import { fallbackTexts, useSending } from './send.ts';

export default function ResetPasswordPage() {
  const resetToken = useLinkToken('resetToken');
  const sending = useSending(fallbackTexts.newPassword);
  const [isDone, setDone] = useState(false);
  if (isDone)
    return (
      <AccountFrame
        title="Password Changed Successfully"
        intro={<p>Log in with your new password. You were logged out everywhere else.</p>}
        aside={
          <MessagePicture>
            <Drawing file={orderSuccessArt} className="mx-auto w-full max-w-form" />
          </MessagePicture>
        }
        takesFocus
      >
        <div>
          <ButtonLink to="/login" size="large">
            Login
          </ButtonLink>
        </div>
      </AccountFrame>
    );
  return (
    <AccountFrame
      title="Reset password"
      intro={<p>Choose a new password for your account. Afterwards you are logged out on every device.</p>}
      aside={
        <MessagePicture>
          <Drawing file={letterArt} className="mx-auto w-full max-w-form" />
        </MessagePicture>
      }
    >
      <NewPasswordForm
        label="New password"
        button="Reset password"
        sending={sending}
        onPassword={(typed) =>
          sending.run(async () => {
            if (resetToken === undefined) return 'stay';
            await call(resetPassword, { body: { ...typed, resetToken } });
            forgetLinkToken();
            setDone(true);
            return 'stay';
          })
        }
      />
      <p>
        The link works for 30 minutes and once.{' '}
        <SiteLink to="/login#forgot-password" className="underline underline-offset-4 hover:text-accent">
          Ask for a new link
        </SiteLink>
      </p>
    </AccountFrame>
  );
}
