/** `/register-success`: the address is still to be confirmed. */
import type { PageHandle } from '#web/document/page-head.tsx';
import { EmailSent } from '#web/features/account/email-sent.tsx';
import { SiteLink } from '#web/ui/site-link.tsx';

export const handle: PageHandle = { title: 'Check your email' };

export default function RegisterSuccess() {
  return (
    <EmailSent
      title="Check your email"
      noEmail={
        <>
          <li>Log in with your password: we then send the link again.</li>
          <li>
            Was there a mistake in the address?{' '}
            <SiteLink to="/register" reloadDocument className="underline underline-offset-4 hover:text-accent">
              Register again
            </SiteLink>
            .
          </li>
        </>
      }
    >
      <p>We have sent you an email. Please click the link in it to confirm your email address.</p>
      <p>The link works for 24 hours.</p>
    </EmailSent>
  );
}
