/** `/forgot-password-email`: a reset link is on its way, if the address is one of ours. */
import type { PageHandle } from '#web/document/page-head.tsx';
import { EmailSent } from '#web/features/account/email-sent.tsx';
import { SiteLink } from '#web/ui/site-link.tsx';

export const handle: PageHandle = { title: 'Check your email' };

export default function ForgotPasswordEmail() {
  return (
    <EmailSent
      title="Check your email"
      noEmail={
        <li>
          Check the address for mistakes and{' '}
          <SiteLink to="/login#forgot-password" className="underline underline-offset-4 hover:text-accent">
            ask again
          </SiteLink>
          .
        </li>
      }
    >
      <p>We have sent a link to reset your password, if there is an account with this email address.</p>
      <p>The link works for 30 minutes.</p>
    </EmailSent>
  );
}
