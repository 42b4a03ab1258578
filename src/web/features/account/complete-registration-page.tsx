/**
 * `/complete-registration`: confirms the address by itself. The link works once, so it is used once: not by a page that is prepared in
 * advance and may never be looked at, and not a second time by a component that is mounted again.
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
import { refusalText } from '#web/session/refusal.ts';
import { fallbackTexts } from './fallback-texts.ts';

type Confirmation = { kind: 'pending' } | { kind: 'success' } | { kind: 'error'; text: string; isLost: boolean };

/** By token, for as long as the document lives. */
const confirmations = new Map<string, Promise<Confirmation>>();

async function whenShown(): Promise<void> {
  if (!(document as { prerendering?: boolean }).prerendering) return;
  await new Promise((resolve) => document.addEventListener('prerenderingchange', resolve, { once: true }));
}

async function confirm(confirmToken: string): Promise<Confirmation> {
  await whenShown();
  try {
    await call(confirmEmail, { body: { confirmToken } });
    noteLinkDone();
    return { kind: 'success' };
  } catch (error) {
    const isLost = (error as { code?: string }).code === 'network';
    // A refusal is final; a request that got no answer may be sent again.
    if (isLost) confirmations.delete(confirmToken);
    return { kind: 'error', text: refusalText(error, fallbackTexts.newPassword), isLost };
  }
}

function confirmOnce(confirmToken: string): Promise<Confirmation> {
  const known = confirmations.get(confirmToken);
  if (known !== undefined) return known;
  const started = confirm(confirmToken);
  confirmations.set(confirmToken, started);
  return started;
}

export default function CompleteRegistrationPage() {
  const confirmToken = useLinkToken('confirmToken');
  const [confirmation, setConfirmation] = useState<Confirmation>({ kind: 'pending' });
  const [tries, setTries] = useState(1);
  // Loaded again after it has worked.
  useEffect(() => {
    if (isLinkDone()) setConfirmation({ kind: 'success' });
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another try is a reason to run again, not a value to read.
  useEffect(() => {
    if (confirmToken === undefined) return;
    let isGone = false;
    setConfirmation({ kind: 'pending' });
    confirmOnce(confirmToken).then((next) => !isGone && setConfirmation(next));
    return () => {
      isGone = true;
    };
  }, [confirmToken, tries]);
  if (confirmation.kind === 'pending') return <Pending />;
  if (confirmation.kind === 'success') return <Verified />;
  return <Failed {...confirmation} onRetry={() => setTries(tries + 1)} />;
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
  const { say, known } = useLanguage();
  return (
    <AccountFrame title={say('There was an error confirming your email.')} aside={<MessagePicture file={errorArt} />} takesFocus>
      <Notice tone="danger" role="alert">
        <p>{known(text)}</p>
      </Notice>
      {!isLost && (
        <p>{say('If you have used the link before, you can log in. If your address is not confirmed yet, we send the link again.')}</p>
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
