/** `/refund-policy`: what can be refunded, and when. */
import type { PageHandle } from '#web/document/page-head.tsx';
import { PolicyPage } from '#web/features/policies/policy-page.tsx';
import { inShort, sections } from '#web/features/policies/refund-policy.tsx';
import { useSettings } from '#web/use-settings.ts';

export const handle: PageHandle = {
  title: 'Refund Policy',
  description:
    'How subscriptions renew, how to cancel them, what can be refunded and when the money is paid back to you.',
};

export default function RefundPolicyPage() {
  const { company } = useSettings();
  return (
    <PolicyPage
      title="Refund Policy"
      effectiveFrom={company.policyDates.refunds}
      inShort={inShort}
      sections={sections}
    />
  );
}
