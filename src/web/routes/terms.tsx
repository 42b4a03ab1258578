/** `/terms`: our obligations, their limits, and the customer's obligations. */
import type { PageHandle } from '#web/document/page-head.tsx';
import { PolicyPage } from '#web/features/policies/policy-page.tsx';
import { inShort, sections } from '#web/features/policies/terms.tsx';
import { useSettings } from '#web/use-settings.ts';

export const handle: PageHandle = {
  title: 'Terms and Conditions',
  description:
    'The agreement between you and us: services, prices, renewals, Net 30 credit, your duties, our liability, and the law that applies.',
};

export default function TermsPage() {
  const { company } = useSettings();
  return (
    <PolicyPage
      title="Terms and Conditions"
      effectiveFrom={company.policyDates.terms}
      inShort={inShort}
      sections={sections}
    />
  );
}
