/** `/privacy-policy`: which data we hold about people, why, for how long, and how they get it back or have it deleted. */
import { site } from '#kernel/site.ts';
import { toPolicy } from '#web/features/policies/policy.ts';
import { PolicyPage } from '#web/features/policies/policy-page.tsx';
import { inShort, sections } from '#web/features/policies/privacy-policy.tsx';

export const meta = () => [
  { title: `Privacy Policy | ${site.name}` },
  {
    name: 'description',
    content: 'Which personal data we collect, why we need it, who receives it, how long we keep it, and how you can read or delete it.',
  },
];

/** The words are written with components, which stay on the server: the browser gets what they draw, as data. */
export const loader = () => ({
  policy: toPolicy({ title: 'Privacy Policy', effectiveFrom: site.policyDates.privacy, inShort, sections }),
});

export default function PrivacyPolicyPage({ loaderData: { policy } }: { loaderData: ReturnType<typeof loader> }) {
  return <PolicyPage policy={policy} />;
}
