/** `/terms`: what we promise, what we do not, and what we ask of a customer. */
import { site } from '#kernel/site.ts';
import { toPolicy } from '#web/features/policies/policy.ts';
import { PolicyPage } from '#web/features/policies/policy-page.tsx';
import { inShort, sections } from '#web/features/policies/terms.tsx';

export const meta = () => [
  { title: `Terms and Conditions | ${site.name}` },
  {
    name: 'description',
    content:
      'The agreement between you and us: services, prices, renewals, Net 30 credit, your duties, our liability, and the law that applies.',
  },
];

/** The words are written with components, which stay on the server: the browser gets what they draw, as data. */
export const loader = () => ({
  policy: toPolicy({ title: 'Terms and Conditions', effectiveFrom: site.policyDates.terms, inShort, sections }),
});

export default function TermsPage({ loaderData: { policy } }: { loaderData: ReturnType<typeof loader> }) {
  return <PolicyPage policy={policy} />;
}
