/** `/credit-purchase-successful`: the order summary after a purchase on account. It belongs to one person: never indexed. */
import { site } from '#kernel/site.ts';
import { CreditPurchasePage } from '#web/features/checkout/result/credit-purchase-page.tsx';

export const meta = () => [{ title: `Your order | ${site.name}` }, { name: 'robots', content: 'noindex' }];

export default function Page() {
  return <CreditPurchasePage />;
}
