/** `/payment-successful`: the order summary after a purchase from the cart. It belongs to one person: never indexed, never stored by a proxy. */
import { site } from '#kernel/site.ts';
import { PaymentResultPage } from '#web/features/checkout/result/payment-result.tsx';

export const meta = () => [{ title: `Your payment | ${site.name}` }, { name: 'robots', content: 'noindex' }];

export default function Page() {
  return <PaymentResultPage withSupport={false} />;
}
