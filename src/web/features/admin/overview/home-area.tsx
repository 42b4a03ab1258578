/** What needs a person today, and how the shop is doing. */
import { PageHead } from '#web/features/admin/shell/page-head.tsx';

export default function HomeArea() {
  return <PageHead title="Home" />;
}
