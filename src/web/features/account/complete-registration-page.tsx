/**
 * `/complete-registration`: confirms the address automatically in the browser that registered. Any other
 * browser needs a click, because email scanners open links and run scripts (decision 0013). A prerendered
 * page sends nothing. A remounted component does not send twice.
 */
import { useLanguage } from '#web/language.tsx';
import { useEffect, useState } from 'react';
import { confirmEmail } from '#contract/accounts.ts';
import errorArt from '#web/art/error.svg?url';
import emailArt from '#web/art/email.svg?url';
import orderSuccessArt from '#web/art/order-success.svg?url';
import { call } from '#web/session/call.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { AccountFrame, MessagePicture } from './account-frame.tsx';
import { isLinkDone, noteLinkDone, useLinkToken } from './link-token.ts';
import { readRegistrationMark, removeRegistrationMark } from './registration-mark.ts';
import { refusalText } from '#web/session/refusal.ts';
import { fallbackTexts } from './fallback-texts.ts';

type Confirmation =
  | { kind: 'pending' }
  | { kind: 'needs_press' }
  | { kind: 'success' }
  | { kind: 'error'; text: string; isLost: boolean };

/** Automatic confirmations by token, for the lifetime of the document. */
const confirmations = new Map<string, Promise<Confirmation>>();

async function whenShown(): Promise<void> {
  if (!(document as { prerendering?: boolean }).prerendering) return;
  await new Promise((resolve) => document.addEventListener('prerenderingchange', resolve, { once: true }));
}

/** `browserMark`: null after a click on the button. */
async function confirm(confirmToken: string, browserMark: string | null): Promise<Confirmation> {
  try {
    await call(confirmEmail, { body: { confirmToken, ...(browserMark !== null && { browserMark }) } });
    noteLinkDone();
    removeRegistrationMark();
    return { kind: 'success' };
  } catch (error) {
    const { code } = error as { code?: string };
    if (code === 'confirmation_needs_press') return { kind: 'needs_press' };
    return { kind: 'error', text: refusalText(error, fallbackTexts.newPassword), isLost: code === 'network' };
  }
}

async function confirmWhenShown(confirmToken: string): Promise<Confirmation> {
  await whenShown();
  const mark = readRegistrationMark();
  return mark === null ? { kind: 'needs_press' } : confirm(confirmToken, mark);
}

function confirmOnce(confirmToken: string): Promise<Confirmation> {
  const cached = confirmations.get(confirmToken);
  if (cached !== undefined) return cached;
  const started = confirmWhenShown(confirmToken);
  confirmations.set(confirmToken, started);
  return started;
}

export default function CompleteRegistrationPage() {
  const confirmToken = useLinkToken('confirmToken');
  const [confirmation, setConfirmation] = useState<Confirmation>({ kind: 'pending' });
  // The page was reloaded after a successful confirmation.
  useEffect(() => {
    if (isLinkDone()) setConfirmation({ kind: 'success' });
  }, []);
  useEffect(() => {
    if (confirmToken === undefined) return;
    let isGone = false;
    setConfirmation({ kind: 'pending' });
    confirmOnce(confirmToken).then((next) => !isGone && setConfirmation(next));
    return () => {
      isGone = true;
    };
  }, [confirmToken]);
  const press = async () => {
    if (confirmToken === undefined) return;
    setConfirmation({ kind: 'pending' });
    setConfirmation(await confirm(confirmToken, null));
  };
  if (confirmation.kind === 'pending') return <Pending />;
  if (confirmation.kind === 'needs_press') return <NeedsPress onConfirm={press} />;
  if (confirmation.kind === 'success') return <Verified />;
  return <Failed {...confirmation} onRetry={press} />;
}

function NeedsPress({ onConfirm }: { onConfirm: () => void }) {
  const { say } = useLanguage();
  return (
    <AccountFrame
      title={say('Confirm your email address')}
      intro={
        <p>
          {say(
            'Did you register at Stateside? Press the button to confirm that this email address is yours. If not, close this page.',
          )}
        </p>
      }
      aside={<MessagePicture file={emailArt} />}
      takesFocus
    >
      <div>
        <Button size="large" onClick={onConfirm}>
          {say('Confirm my email')}
        </Button>
      </div>
    </AccountFrame>
  );
}

function Pending() {
  const { say } = useLanguage();
  return (
    <AccountFrame
      title={say('Verifying your email')}
      intro={
        <p role="status" className="flex items-center gap-3">
          <Spinner /> {say('One moment, please.')}
        </p>
      }
      aside={<MessagePicture file={emailArt} />}
    >
      {null}
    </AccountFrame>
  );
}

function Verified() {
  const { say } = useLanguage();
  return (
    <AccountFrame
      title={say('Email Verified Successfully')}
      intro={<p>{say('Yaay! Your registration is successful. You can now login to your account.')}</p>}
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
}

function Failed({ text, isLost, onRetry }: { text: string; isLost: boolean; onRetry: () => void }) {
  const { say, translate } = useLanguage();
  return (
    <AccountFrame
      title={say('There was an error confirming your email.')}
      aside={<MessagePicture file={errorArt} />}
      takesFocus
    >
      <Notice tone="danger" role="alert">
        <p>{translate(text)}</p>
      </Notice>
      {!isLost && (
        <p>
          {say(
            'If you have already used the link, you can log in. If your address is not confirmed yet, we will send the link again.',
          )}
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        {isLost && <Button onClick={onRetry}>{say('Try again')}</Button>}
        <ButtonLink to="/" variant="secondary">
          {say('Home')}
        </ButtonLink>
        <ButtonLink to="/login" variant={isLost ? 'secondary' : 'primary'}>
          {say('Login')}
        </ButtonLink>
      </div>
    </AccountFrame>
  );
}
