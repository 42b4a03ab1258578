/** The last section of every policy: who answers questions about it. And the facts of the company that the others say too. */
import { site } from '#kernel/site.ts';
import { MailLink } from '#web/ui/mail-link.tsx';
import type { PolicySection } from './policy.ts';

/** Sections are made once, and these are read each time that a page is drawn: an operator may have changed them meanwhile. */
export const CompanyName = () => site.companyName;
export const PhoneLink = () => <a href={site.phoneLink}>{site.phone}</a>;

const Ways = () => (
  <>
    <p>
      {site.companyName}
      <br />
      {site.address.join(', ')}
    </p>
    <p>
      Email: <MailLink />
      <br />
      Phone: <PhoneLink />, {site.openingHours}
    </p>
  </>
);

export const contactSection: PolicySection = { id: 'contact', title: 'How to reach us', body: <Ways /> };
