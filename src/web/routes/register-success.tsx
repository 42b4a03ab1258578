/** `/register-success`: asks to confirm the address. */
import { phrase } from '#kernel/language.ts';
import type { PageHandle } from '#web/document/page-head.tsx';
import { EmailSent } from '#web/features/account/email-sent.tsx';
import { useLanguage, withNodes } from '#web/language.tsx';
import { keepLanguage, loadLanguage } from '#web/load-language.ts';
import { SiteLink } from '#web/ui/site-link.tsx';

export const loader = loadLanguage;
export const clientLoader = keepLanguage;

export const handle: PageHandle = { title: phrase('Check your email') };

export default function RegisterSuccess() {
  const { say, sayWith } = useLanguage();
  const retryLink = (
    <SiteLink to="/register" reloadDocument className="underline underline-offset-4 hover:text-accent">
      {say('Register again')}
    </SiteLink>
  );
  return (
    <EmailSent
      title={say('Check your email')}
      noEmail={
        <>
          <li>{say('Log in with your password, and we will send the link again.')}</li>
          <li>{withNodes(sayWith('Was there a mistake in the address? {again}.', { again: retryLink }))}</li>
        </>
      }
    >
      <p>{say('We have sent you an email. Please click the link in it to confirm your email address.')}</p>
      <p>{say('The link works for 24 hours.')}</p>
    </EmailSent>
  );
}
