/** `/guarantees`: what a customer can rely on, and what cannot be guaranteed. */
import type { PageHandle } from '#web/document/page-head.tsx';
import { GuaranteesPage } from '#web/features/guarantees/guarantees-page.tsx';

export const handle: PageHandle = {
  title: 'Guarantees',
  description:
    'What is refunded when, who charges your card, what happens when an authority says no, and what you keep when you leave. In plain words.',
};

export default function Guarantees() {
  return <GuaranteesPage />;
}
