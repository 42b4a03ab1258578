/** `/refund-policy`: what can be paid back, and when. */
import { site } from '#kernel/site.ts';
import { toPolicy } from '#web/features/policies/policy.ts';
import { PolicyPage } from '#web/features/policies/policy-page.tsx';
import { inShort, sections } from '#web/features/policies/refund-policy.tsx';

export const meta = () => [
  { title: `Refund Policy | ${site.name}` },
  {
    name: 'description',
    content: 'How subscriptions renew, how to cancel them, what can be refunded and when the money is paid back to you.',
  },
];

/** The words are written with components, which stay on the server: the browser gets what they draw, as data. */
export const loader = () => ({
  policy: toPolicy({ title: 'Refund Policy', effectiveFrom: site.policyDates.refunds, inShort, sections }),
});

export default function RefundPolicyPage({ loaderData: { policy } }: { loaderData: ReturnType<typeof loader> }) {
  return <PolicyPage policy={policy} />;
}
