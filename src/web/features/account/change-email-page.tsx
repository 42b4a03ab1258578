/**
 * `/change-email`: confirms an email change for one address. It needs a click, because email scanners open
 * every link.
 */
import { useState } from 'react';
import { confirmEmailChange } from '#contract/email-change.ts';
import emailArt from '#web/art/email.svg?url';
import orderSuccessArt from '#web/art/order-success.svg?url';
import { call } from '#web/session/call.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { AccountFrame, MessagePicture } from './account-frame.tsx';
import { noteLinkDone, readLinkToken, useLinkToken } from './link-token.ts';
import { ProblemBox } from '#web/ui/problem-box.tsx';
import { useSending } from '#web/session/sending.ts';
import { fallbackTexts } from './fallback-texts.ts';

export default function ChangeEmailPage() {
  useLinkToken('confirmToken');
  const sending = useSending(fallbackTexts.newPassword);
  const [answer, setAnswer] = useState<{ done: boolean } | null>(null);
  const agree = () =>
    sending.run(async () => {
      setAnswer(
        await call(confirmEmailChange, { body: { confirmToken: readLinkToken('confirmToken') ?? '' } }),
      );
      noteLinkDone();
    });
  if (answer?.done === true) return <Changed />;
  if (answer !== null) return <HalfWay />;
  return (
    <AccountFrame
      title="Change email address"
      intro={
        <p>
          Press the button to confirm the change. It takes effect once you have confirmed it from both the old
          and the new address.
        </p>
      }
      aside={<MessagePicture file={emailArt} />}
    >
      <ProblemBox problem={sending.problem}>
        <p>Nothing was changed. You can start the change again in your profile.</p>
      </ProblemBox>
      <div>
        <Button size="large" isBusy={sending.isBusy} onClick={agree}>
          Confirm the change
        </Button>
      </div>
    </AccountFrame>
  );
}

const Changed = () => (
  <AccountFrame
    title="Your email address is changed"
    intro={
      <p role="status">
        Log in with the new address from now on. For your safety, we have logged you out on all devices.
      </p>
    }
    aside={<MessagePicture file={orderSuccessArt} />}
    takesFocus
  >
    <div>
      <ButtonLink to="/login" size="large">
        Login
      </ButtonLink>
    </div>
  </AccountFrame>
);

const HalfWay = () => (
  <AccountFrame
    title="One address is confirmed"
    intro={
      <p role="status">
        Now open the link in the email we sent to the other address. Nothing changes until then.
      </p>
    }
    aside={<MessagePicture file={emailArt} />}
    takesFocus
  >
    <div>
      <ButtonLink to="/profile" variant="secondary">
        Go to your profile
      </ButtonLink>
    </div>
  </AccountFrame>
);
