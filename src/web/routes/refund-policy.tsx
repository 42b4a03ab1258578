/** `/refund-policy`: what can be paid back, and when. */
import { site } from '#kernel/site.ts';
import { PolicyPage } from '#web/features/policies/policy-page.tsx';
import { inShort, sections } from '#web/features/policies/refund-policy.tsx';

export const meta = () => [
  { title: `Refund Policy | ${site.name}` },
  {
    name: 'description',
    content: 'How subscriptions renew, how to cancel them, what can be refunded and when the money is paid back to you.',
  },
];

export default function RefundPolicyPage() {
  return <PolicyPage title="Refund Policy" effectiveFrom={site.policyDates.refunds} inShort={inShort} sections={sections} />;
}
