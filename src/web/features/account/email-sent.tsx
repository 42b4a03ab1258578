/**
 * The "check your email" page after a registration and after a request for a reset link. Works without
 * scripts.
 */
import { useLanguage, withNodes } from '#web/language.tsx';
import type { ReactNode } from 'react';
import emailArt from '#web/art/email.svg?url';
import { ButtonLink } from '#web/ui/button.tsx';
import { MailLink } from '#web/ui/mail-link.tsx';
import { AccountFrame, MessagePicture } from './account-frame.tsx';

type EmailSentProps = { title: string; children: ReactNode; noEmail: ReactNode };

export function EmailSent({ title, children, noEmail }: EmailSentProps) {
  const { say, sayWith } = useLanguage();
  return (
    <AccountFrame
      title={title}
      intro={<div className="grid gap-2 text-lg">{children}</div>}
      aside={<MessagePicture file={emailArt} />}
    >
      <div className="flex flex-wrap gap-3">
        <ButtonLink to="/" variant="secondary">
          {say('Home')}
        </ButtonLink>
        <ButtonLink to="/login">{say('Login')}</ButtonLink>
      </div>
      <section aria-labelledby="no-email" className="grid gap-2 border-t border-line pt-5">
        <h2 id="no-email" className="text-lg">
          {say('No email after a few minutes?')}
        </h2>
        <ul className="grid list-disc gap-2 ps-5">
          <li>{say('Check your spam folder.')}</li>
          {noEmail}
          <li>{withNodes(sayWith('Write to {mail}.', { mail: <MailLink /> }))}</li>
        </ul>
      </section>
    </AccountFrame>
  );
}
