/**
 * `/payment-successful`: the order summary after a purchase from the cart. Personal: never indexed, never
 * stored by a proxy.
 */
import { phrase } from '#kernel/language.ts';
import { loadBoughtNames } from '#web/load-bought-names.ts';
import { keepLanguageIfReached } from '#web/load-language.ts';
import type { PageHandle } from '#web/document/page-head.tsx';
import { PaymentResultPage } from '#web/features/checkout/result/payment-result.tsx';

export const loader = loadBoughtNames;
export const clientLoader = keepLanguageIfReached;

export const handle: PageHandle = { title: phrase('Your payment') };

export default function Page() {
  return <PaymentResultPage withSupport={false} />;
}
