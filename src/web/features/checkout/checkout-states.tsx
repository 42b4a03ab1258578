/** Checkout's frame, and what it shows when there is nothing to fill in. */
import type { ReactNode } from 'react';
import { EmptyCartArt } from '#web/art/empty-cart-art.tsx';
import { OrderSuccessArt } from '#web/art/order-success-art.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { SiteLink } from '#web/ui/site-link.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

/** The summary comes first in the document and on a phone, and stands beside the form where there is room. */
export function CheckoutFrame({ summary, children }: { summary: ReactNode; children: ReactNode }) {
  return (
    <div className="page grid gap-12 py-10 lg:grid-cols-12 lg:gap-16 lg:py-14">
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
  <CheckoutFrame summary={<div className="grid gap-4"><Skeleton className="h-24" /><Skeleton className="h-24" /><Skeleton className="h-32" /></div>}>
    <p role="status" className="sr-only">Loading your cart</p>
    <div className="grid gap-5 sm:grid-cols-2" aria-hidden="true">
      {['first', 'last', 'email', 'again', 'country', 'phone'].map((part) => <Skeleton key={part} className="h-20" />)}
    </div>
  </CheckoutFrame>
);

export function EmptyCart({ paidOrderId }: { paidOrderId: string | null }) {
  return (
    <Message title="Your cart is empty" picture={<EmptyCartArt className="w-44 md:w-full" />}>
      <p>Choose a service first. You can pay for several together.</p>
      <ButtonLink to="/products" variant="primary">Go to products</ButtonLink>
      {paidOrderId !== null && <p>Your last order is paid. <SiteLink className="underline" to={`/payment-successful?orderId=${paidOrderId}`}>See its summary</SiteLink></p>}
    </Message>
  );
}

/** Another tab or device was quicker. Nothing is charged a second time without the shopper asking for a new order. */
export function AlreadyPaid({ orderId, onStartAnew }: { orderId: string | null; onStartAnew: () => void }) {
  return (
    <Message title="This order is already paid" picture={<OrderSuccessArt className="w-44 md:w-full" />}>
      <p>You have not been charged a second time. Your receipt is on its way by e-mail.</p>
      {orderId !== null && <ButtonLink to={`/payment-successful?orderId=${orderId}`} variant="primary">See the order summary</ButtonLink>}
      <ButtonLink to="/products" variant={orderId === null ? 'primary' : 'secondary'}>Go to products</ButtonLink>
      <Button variant="text" onClick={onStartAnew}>Buy the services in this cart again, as a new order</Button>
    </Message>
  );
}

export function Message({ title, picture, children }: { title: string; picture?: ReactNode; children: ReactNode }) {
  return (
    <div className="page grid items-start gap-8 py-10 md:grid-cols-12 lg:py-16">
      <div className="grid justify-items-start gap-5 md:col-span-7">
        <h1 className="text-2xl">{title}</h1>
        {children}
      </div>
      <div className="max-md:order-first md:col-span-5 print:hidden">{picture}</div>
    </div>
  );
}
