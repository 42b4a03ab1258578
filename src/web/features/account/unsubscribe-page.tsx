/**
 * `/unsubscribe`: the page behind the link in a cart reminder. It needs a click, because email scanners open
 * every link. Email clients with an unsubscribe button do not open this page (RFC 8058).
 */
import { useEffect, useState } from 'react';
import { stopReminders } from '#contract/carts.ts';
import emailArt from '#web/art/email.svg?url';
import { call } from '#web/session/call.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { AccountFrame, MessagePicture } from './account-frame.tsx';
import { isLinkDone, noteLinkDone, readLinkToken, useLinkToken } from './link-token.ts';
import { ProblemBox } from '#web/ui/problem-box.tsx';
import { useSending } from '#web/session/sending.ts';
import { fallbackTexts } from './fallback-texts.ts';

const aside = <MessagePicture file={emailArt} />;

export default function UnsubscribePage() {
  useLinkToken('stopToken');
  const sending = useSending(fallbackTexts.newPassword);
  const [isDone, setDone] = useState(false);
  useEffect(() => {
    if (isLinkDone()) setDone(true);
  }, []);
  const stop = () =>
    sending.run(async () => {
      await call(stopReminders, { body: { token: readLinkToken('stopToken') ?? '' } });
      noteLinkDone();
      setDone(true);
    });
  if (isDone)
    return (
      <AccountFrame
        title="You will get no more emails about your cart"
        intro={<p>We still email you receipts and updates about your orders.</p>}
        aside={aside}
        takesFocus
      >
        <div>
          <ButtonLink to="/products" variant="secondary">
            Go to products
          </ButtonLink>
        </div>
      </AccountFrame>
    );
  return (
    <AccountFrame
      title="Stop emails about your cart"
      intro={
        <p>
          We email you when you leave something in your cart. Press the button to stop these emails. Your cart
          stays saved.
        </p>
      }
      aside={aside}
    >
      <ProblemBox problem={sending.problem} />
      <div>
        <Button size="large" isBusy={sending.isBusy} onClick={stop}>
          Stop these emails
        </Button>
      </div>
    </AccountFrame>
  );
}
