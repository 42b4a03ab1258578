/** `/payment/success`: the order summary after paying an existing order. It belongs to one person: never indexed, never stored by a proxy. */
import type { PageHandle } from '#web/document/page-head.tsx';
import { PaymentResultPage } from '#web/features/checkout/result/payment-result.tsx';

export const handle: PageHandle = { title: 'Your payment' };

export default function Page() {
  return <PaymentResultPage withSupport={true} />;
}
