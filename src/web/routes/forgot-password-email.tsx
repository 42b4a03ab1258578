/** `/forgot-password-email`: says that a reset link is on its way if the address has an account. */
import { phrase } from '#kernel/language.ts';
import type { PageHandle } from '#web/document/page-head.tsx';
import { EmailSent } from '#web/features/account/email-sent.tsx';
import { useLanguage, withNodes } from '#web/language.tsx';
import { keepLanguage, loadLanguage } from '#web/load-language.ts';
import { SiteLink } from '#web/ui/site-link.tsx';

export const loader = loadLanguage;
export const clientLoader = keepLanguage;

export const handle: PageHandle = { title: phrase('Check your email') };

export default function ForgotPasswordEmail() {
  const { say, sayWith } = useLanguage();
  const retryLink = (
    <SiteLink to="/login#forgot-password" className="underline underline-offset-4 hover:text-accent">
      {say('request another link')}
    </SiteLink>
  );
  return (
    <EmailSent
      title={say('Check your email')}
      noEmail={
        <li>{withNodes(sayWith('Check the address for mistakes and {again}.', { again: retryLink }))}</li>
      }
    >
      <p>
        {say('If there is an account with this email address, we have sent a link to reset its password.')}
      </p>
      <p>{say('The link works for 30 minutes.')}</p>
    </EmailSent>
  );
}
