/** `/login`: one panel with two forms. The URL fragment selects the form, so the Back button works too. */
import { addressFor } from '#kernel/page-languages.ts';
import { useLanguage } from '#web/language.tsx';
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { returnPath } from '#web/session/log-in-path.ts';
import { Drawing } from '#web/art/drawing.tsx';
import accountArt from '#web/art/account.svg?url';
import emailArt from '#web/art/email.svg?url';
import { AccountFrame, AccountReasons, MessagePicture } from './account-frame.tsx';
import { ForgotPasswordForm } from './forgot-password-form.tsx';
import { LogInForm } from './log-in-form.tsx';
import { useOnlyForGuests } from './only-for-guests.ts';

function Reasons() {
  const { say } = useLanguage();
  return (
    <AccountReasons
      picture={<Drawing file={accountArt} className="mx-auto w-full max-w-form" />}
      title={say('In your account')}
      reasons={[
        say('Every order with its status'),
        say('Your details, ready at checkout'),
        say('Your saved cards'),
      ]}
    />
  );
}

export default function LogInPage() {
  const { code, say } = useLanguage();
  const { hash, search } = useLocation();
  useOnlyForGuests({ to: addressFor(code, returnPath(search)) });
  const [isStarted, setStarted] = useState(false);
  const [email, setEmail] = useState('');
  // The server does not receive the fragment, so hydration starts with the form that the server rendered.
  useEffect(() => setStarted(true), []);
  const isForgotten = isStarted && hash === '#forgot-password';
  const shown = useRef(isForgotten);
  useEffect(() => {
    if (shown.current === isForgotten) return;
    shown.current = isForgotten;
    document.querySelector<HTMLElement>('main h1')?.focus();
  }, [isForgotten]);
  if (isForgotten)
    return (
      <AccountFrame
        key="forgot"
        title={say('Forgot password?')}
        intro={<p>{say('Enter your email address, and we will send you a link to set a new password.')}</p>}
        aside={<MessagePicture file={emailArt} />}
      >
        <ForgotPasswordForm email={email} />
      </AccountFrame>
    );
  return (
    <AccountFrame key="login" title={say('Login')} aside={<Reasons />}>
      <LogInForm onForgot={setEmail} />
    </AccountFrame>
  );
}
