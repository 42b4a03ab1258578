/**
 * The last section of every policy: the contact for questions. Also the company facts that the other sections
 * mention.
 */
import { site } from '#kernel/site.ts';
import { MailLink } from '#web/ui/mail-link.tsx';
import type { PolicySection } from './policy.ts';

/**
 * Sections are created once. These components read the settings on each render, because an operator may have
 * changed them.
 */
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
