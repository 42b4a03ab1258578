/** `/refund-policy`: what can be refunded, and when. */
import { site } from '#kernel/site.ts';
import type { PageHandle } from '#web/document/page-head.tsx';
import { PolicyPage } from '#web/features/policies/policy-page.tsx';
import { inShort, sections } from '#web/features/policies/refund-policy.tsx';

export const handle: PageHandle = {
  title: 'Refund Policy',
  description:
    'How subscriptions renew, how to cancel them, what can be refunded and when the money is paid back to you.',
};

export default function RefundPolicyPage() {
  return (
    <PolicyPage
      title="Refund Policy"
      effectiveFrom={site.policyDates.refunds}
      inShort={inShort}
      sections={sections}
    />
  );
}
