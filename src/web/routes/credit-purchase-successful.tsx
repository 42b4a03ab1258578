/**
 * `/credit-purchase-successful`: the order summary after a purchase on credit. Personal, so never indexed.
 */
import { phrase } from '#kernel/language.ts';
import { loadBoughtNames } from '#web/load-bought-names.ts';
import { keepLanguageIfReached } from '#web/load-language.ts';
import type { PageHandle } from '#web/document/page-head.tsx';
import { CreditPurchasePage } from '#web/features/checkout/result/credit-purchase-page.tsx';

export const loader = loadBoughtNames;
export const clientLoader = keepLanguageIfReached;

export const handle: PageHandle = { title: phrase('Your order') };

export default function Page() {
  return <CreditPurchasePage />;
}
