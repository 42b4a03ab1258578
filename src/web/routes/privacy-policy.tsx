/**
 * `/privacy-policy`: which personal data we hold, why, and for how long, and how people export or delete
 * theirs.
 */
import { site } from '#kernel/site.ts';
import type { PageHandle } from '#web/document/page-head.tsx';
import { PolicyPage } from '#web/features/policies/policy-page.tsx';
import { inShort, sections } from '#web/features/policies/privacy-policy.tsx';

export const handle: PageHandle = {
  title: 'Privacy Policy',
  description:
    'Which personal data we collect, why we need it, who receives it, how long we keep it, and how you can read or delete it.',
};

export default function PrivacyPolicyPage() {
  return (
    <PolicyPage
      title="Privacy Policy"
      effectiveFrom={site.policyDates.privacy}
      inShort={inShort}
      sections={sections}
    />
  );
}
