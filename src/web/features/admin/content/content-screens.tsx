/** Links between the content screens. */
import { SectionLinks } from '#web/features/admin/shell/section-links.tsx';

const screens = [
  { path: '/admin/content', title: 'Posts' },
  { path: '/admin/content/faq', title: 'FAQ' },
  { path: '/admin/content/testimonials', title: 'Testimonials' },
  { path: '/admin/content/assurances', title: 'Assurances' },
  { path: '/admin/content/timeline', title: 'Sample order' },
  { path: '/admin/content/email-texts', title: 'Email texts' },
] as const;

export const ContentScreens = ({ now }: { now: (typeof screens)[number]['title'] }) => (
  <SectionLinks label="Content" screens={screens} now={now} />
);
