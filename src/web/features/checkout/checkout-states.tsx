/** What checkout shows when there is nothing to fill in. */
import { Drawing } from '#web/art/drawing.tsx';
import emptyCartArt from '#web/art/empty-cart.svg?url';
import orderSuccessArt from '#web/art/order-success.svg?url';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Message } from '#web/ui/message.tsx';
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
