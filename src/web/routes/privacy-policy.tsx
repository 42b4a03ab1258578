/**
 * `/privacy-policy`: which personal data we hold, why, and for how long, and how people export or delete
 * theirs.
 */
import type { PageHandle } from '#web/document/page-head.tsx';
import { PolicyPage } from '#web/features/policies/policy-page.tsx';
import { inShort, sections } from '#web/features/policies/privacy-policy.tsx';
import { useSettings } from '#web/use-settings.ts';

export const handle: PageHandle = {
  title: 'Privacy Policy',
  description:
    'Which personal data we collect, why we need it, who receives it, how long we keep it, and how you can read or delete it.',
};

export default function PrivacyPolicyPage() {
  const { company } = useSettings();
  return (
    <PolicyPage
      title="Privacy Policy"
      effectiveFrom={company.policyDates.privacy}
      inShort={inShort}
      sections={sections}
    />
  );
}
