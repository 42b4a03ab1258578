/** `/terms`: our obligations, their limits, and the customer's obligations. */
import { site } from '#kernel/site.ts';
import type { PageHandle } from '#web/document/page-head.tsx';
import { PolicyPage } from '#web/features/policies/policy-page.tsx';
import { inShort, sections } from '#web/features/policies/terms.tsx';

export const handle: PageHandle = {
  title: 'Terms and Conditions',
  description:
    'The agreement between you and us: services, prices, renewals, Net 30 credit, your duties, our liability, and the law that applies.',
};

export default function TermsPage() {
  return (
    <PolicyPage
      title="Terms and Conditions"
      effectiveFrom={site.policyDates.terms}
      inShort={inShort}
      sections={sections}
    />
  );
}
