/**
 * The last section of every policy: the contact for questions. Also the company facts that the other sections
 * mention.
 */
import { MailLink } from '#web/ui/mail-link.tsx';
import { useSettings } from '#web/use-settings.ts';
import type { PolicySection } from './policy.ts';

/** Sections are created once, so what an operator may change is a component. */
export const CompanyName = () => useSettings().company.name;

export function PhoneLink() {
  const { company } = useSettings();
  return <a href={company.phoneLink}>{company.phone}</a>;
}

const Ways = () => {
  const { company } = useSettings();
  return (
    <>
      <p>
        {company.name}
        <br />
        {company.address.join(', ')}
      </p>
      <p>
        Email: <MailLink />
        <br />
        Phone: <PhoneLink />, {company.openingHours}
      </p>
    </>
  );
};

export const contactSection: PolicySection = { id: 'contact', title: 'How to reach us', body: <Ways /> };
