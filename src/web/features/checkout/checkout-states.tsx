/** What checkout shows if there is no form to fill in. */
import { useLanguage, withNodes } from '#web/language.tsx';
import { Drawing } from '#web/art/drawing.tsx';
import emptyCartArt from '#web/art/empty-cart.svg?url';
import orderSuccessArt from '#web/art/order-success.svg?url';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Message } from '#web/ui/message.tsx';
import { SiteLink } from '#web/ui/site-link.tsx';

export function EmptyCart({ paidOrderId, takesFocus }: { paidOrderId: string | null; takesFocus: boolean }) {
  const { say, sayWith } = useLanguage();
  return (
    <Message
      takesFocus={takesFocus}
      title={say('Your cart is empty')}
      picture={<Drawing file={emptyCartArt} className="w-44 md:w-full" />}
    >
      <p>{say('Choose a service first. You can pay for several together.')}</p>
      <ButtonLink to="/products" variant="primary">
        {say('Go to products')}
      </ButtonLink>
      {paidOrderId !== null && (
        <p>
          {withNodes(
            sayWith('Your last order is paid. {link}', {
              link: (
                <SiteLink className="underline" to={`/payment-successful?orderId=${paidOrderId}`}>
                  {say('See its summary')}
                </SiteLink>
              ),
            }),
          )}
        </p>
      )}
    </Message>
  );
}

type AlreadyPaidProps = { orderId: string | null; takesFocus: boolean; onStartOver: (() => void) | null };

/** Another tab or device already paid. A second charge needs a new order started by the shopper. */
export function AlreadyPaid({ orderId, takesFocus, onStartOver }: AlreadyPaidProps) {
  const { say } = useLanguage();
  return (
    <Message
      takesFocus={takesFocus}
      title={say('This order is already paid')}
      picture={<Drawing file={orderSuccessArt} className="w-44 md:w-full" />}
    >
      <p>{say('You have not been charged a second time. Your receipt is on its way by email.')}</p>
      {orderId !== null && (
        <ButtonLink to={`/payment-successful?orderId=${orderId}`} variant="primary">
          {say('See the order summary')}
        </ButtonLink>
      )}
      <ButtonLink to="/products" variant={orderId === null ? 'primary' : 'secondary'}>
        {say('Go to products')}
      </ButtonLink>
      {onStartOver !== null && (
        <Button variant="text" onClick={onStartOver}>
          {say('Buy the services in this cart again, as a new order')}
        </Button>
      )}
    </Message>
  );
}
