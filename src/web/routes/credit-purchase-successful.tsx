/** `/credit-purchase-successful`: the order summary after a purchase on account. It belongs to one person: never indexed. */
import type { PageHandle } from '#web/document/page-head.tsx';
import { CreditPurchasePage } from '#web/features/checkout/result/credit-purchase-page.tsx';

export const handle: PageHandle = { title: 'Your order' };

export default function Page() {
  return <CreditPurchasePage />;
}
