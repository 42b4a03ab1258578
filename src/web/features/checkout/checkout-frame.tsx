/** Checkout's frame, and the frame while the cart is on its way. Small, because it is what the page hydrates with. */
import type { ReactNode } from 'react';
import { LateNotice } from '#web/ui/late-notice.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

/** The summary comes first in the document and on a phone, and stands beside the form where there is room. */
export function CheckoutFrame({ summary, children }: { summary: ReactNode; children: ReactNode }) {
  return (
    <div className="page grid min-h-dvh content-start gap-12 py-10 lg:grid-cols-12 lg:gap-16 lg:py-14">
      <div className="lg:col-span-5">
        <div className="grid gap-6 lg:sticky lg:top-28">
          <h1 className="text-2xl">Your order</h1>
          {summary}
        </div>
      </div>
      <div className="lg:col-span-7">{children}</div>
    </div>
  );
}

/** The true sizes, so that nothing jumps when the cart arrives. */
export const CheckoutSkeleton = () => (
  <div className="noscript:hidden">
    <CheckoutFrame
      summary={
        <div className="grid gap-4">
          <Skeleton className="h-24" />
          <Skeleton className="h-24" />
          <Skeleton className="h-32" />
        </div>
      }
    >
      <p role="status" className="sr-only">
        Loading your cart
      </p>
      <LateNotice>Your cart is safe in this browser.</LateNotice>
      <div className="grid gap-5 sm:grid-cols-2" aria-hidden="true">
        {['first', 'last', 'email', 'again', 'country', 'phone'].map((part) => (
          <Skeleton key={part} className="h-20" />
        ))}
      </div>
    </CheckoutFrame>
  </div>
);
