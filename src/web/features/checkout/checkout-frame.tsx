/** Layout of checkout, and its placeholder while the cart loads. Small, because the page hydrates with it. */
import { useLanguage } from '#web/language.tsx';
import type { ReactNode } from 'react';
import { LateNotice } from '#web/ui/late-notice.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

/** On phones the order summary comes first, collapsed to one line. On wide screens it is beside the form. */
export function CheckoutFrame({ summary, children }: { summary: ReactNode; children: ReactNode }) {
  return (
    <div className="page grid min-h-dvh content-start gap-6 py-3 sm:py-6 lg:grid-cols-12 lg:gap-16 lg:py-10">
      <div className="lg:col-span-5">
        <div className="grid lg:sticky lg:top-24 lg:gap-4">{summary}</div>
      </div>
      <div className="lg:col-span-7">{children}</div>
    </div>
  );
}

/** The page heading and, on phones, the summary below it. */
export function OrderHeading({ children }: { children: ReactNode }) {
  const { say } = useLanguage();
  return (
    <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-4">
      <h1 className="text-xl lg:text-2xl">{say('Your order')}</h1>
      {children}
    </div>
  );
}

/** Final sizes, so the layout does not shift when the cart loads. */
export function CheckoutSkeleton() {
  const { say } = useLanguage();
  return (
    <div className="noscript:hidden">
      <CheckoutFrame
        summary={
          <>
            <OrderHeading>
              <Skeleton className="h-6 w-36 lg:hidden" />
            </OrderHeading>
            <Skeleton className="my-2 h-7 lg:my-0 lg:h-72" />
          </>
        }
      >
        <p role="status" className="sr-only">
          {say('Loading your cart')}
        </p>
        <LateNotice>{say('Your cart is safe in this browser.')}</LateNotice>
        <div className="grid gap-5 sm:grid-cols-2" aria-hidden="true">
          {['email', 'again', 'first', 'last', 'country', 'phone'].map((part) => (
            <Skeleton key={part} className="h-20" />
          ))}
        </div>
      </CheckoutFrame>
    </div>
  );
}
