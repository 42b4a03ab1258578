/** The last section of every policy: who answers questions about it. */
import { site } from '#kernel/site.ts';
import { MailLink } from '#web/ui/mail-link.tsx';
import type { PolicySection } from './policy.ts';

export const contactSection: PolicySection = {
  id: 'contact',
  title: 'How to reach us',
  body: (
    <>
      <p>
        {site.companyName}
        <br />
        {site.address.join(', ')}
      </p>
      <p>
        Email: <MailLink />
        <br />
        Phone: <a href={site.phoneLink}>{site.phone}</a>, {site.openingHours}
      </p>
    </>
  ),
};
