/** "Look into your emails": the page after a registration and after asking for a reset link. Complete without any script. */
import type { ReactNode } from 'react';
import emailArt from '#web/art/email.svg?url';
import { ButtonLink } from '#web/ui/button.tsx';
import { MailLink } from '#web/ui/mail-link.tsx';
import { AccountFrame, MessagePicture } from './account-frame.tsx';

export const EmailSent = ({ title, children, noEmail }: { title: string; children: ReactNode; noEmail: ReactNode }) => (
  <AccountFrame title={title} intro={<div className="grid gap-2 text-lg">{children}</div>} aside={<MessagePicture file={emailArt} />}>
    <div className="flex flex-wrap gap-3">
      <ButtonLink to="/" variant="secondary">
        Home
      </ButtonLink>
      <ButtonLink to="/login">Login</ButtonLink>
    </div>
    <section aria-labelledby="no-email" className="grid gap-2 border-t border-line pt-5">
      <h2 id="no-email" className="text-lg">
        No email after a few minutes?
      </h2>
      <ul className="grid list-disc gap-2 ps-5">
        <li>Check your spam folder.</li>
        {noEmail}
        <li>
          Write to <MailLink />.
        </li>
      </ul>
    </section>
  </AccountFrame>
);
