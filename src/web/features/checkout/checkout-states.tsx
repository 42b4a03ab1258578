/** What checkout shows when there is nothing to fill in. */
import { type ReactNode, useEffect, useRef } from 'react';
import { Drawing } from '#web/art/drawing.tsx';
import emptyCartArt from '#web/art/empty-cart.svg?url';
import orderSuccessArt from '#web/art/order-success.svg?url';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { SiteLink } from '#web/ui/site-link.tsx';

export function EmptyCart({ paidOrderId, takesFocus }: { paidOrderId: string | null; takesFocus: boolean }) {
  return (
    <Message takesFocus={takesFocus} title="Your cart is empty" picture={<Drawing file={emptyCartArt} className="w-44 md:w-full" />}>
      <p>Choose a service first. You can pay for several together.</p>
      <ButtonLink to="/products" variant="primary">
        Go to products
      </ButtonLink>
      {paidOrderId !== null && (
        <p>
          Your last order is paid.{' '}
          <SiteLink className="underline" to={`/payment-successful?orderId=${paidOrderId}`}>
            See its summary
          </SiteLink>
        </p>
      )}
    </Message>
  );
}

type AlreadyPaidProps = { orderId: string | null; takesFocus: boolean; onStartAnew: (() => void) | null };

/** Another tab or device was quicker. Nothing is charged a second time without the shopper asking for a new order. */
export function AlreadyPaid({ orderId, takesFocus, onStartAnew }: AlreadyPaidProps) {
  return (
    <Message
      takesFocus={takesFocus}
      title="This order is already paid"
      picture={<Drawing file={orderSuccessArt} className="w-44 md:w-full" />}
    >
      <p>You have not been charged a second time. Your receipt is on its way by email.</p>
      {orderId !== null && (
        <ButtonLink to={`/payment-successful?orderId=${orderId}`} variant="primary">
          See the order summary
        </ButtonLink>
      )}
      <ButtonLink to="/products" variant={orderId === null ? 'primary' : 'secondary'}>
        Go to products
      </ButtonLink>
      {onStartAnew !== null && (
        <Button variant="text" onClick={onStartAnew}>
          Buy the services in this cart again, as a new order
        </Button>
      )}
    </Message>
  );
}

type MessageProps = {
  title: string;
  picture?: ReactNode;
  children: ReactNode;
  /** True where the message takes the place of what the shopper was working with: the focus would be lost with it. */
  takesFocus?: boolean;
};

export function Message({ title, picture, children, takesFocus = false }: MessageProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (takesFocus) heading.current?.focus();
  }, [takesFocus]);
  return (
    <div className="page grid min-h-dvh grid-cols-1 content-start items-start gap-8 py-10 md:grid-cols-12 lg:py-16 print:min-h-0">
      <div className="grid grid-cols-1 justify-items-start gap-5 md:col-span-7 print:col-span-12">
        <h1 ref={heading} tabIndex={-1} className="text-2xl">
          {title}
        </h1>
        {children}
      </div>
      <div className="max-md:order-first md:col-span-5 print:hidden">{picture}</div>
    </div>
  );
}
