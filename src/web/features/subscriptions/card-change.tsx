/**
 * Changes the card of a subscription: a saved card, or a new one on a separate page that loads the processor.
 */
import { useEffect, useRef, useState } from 'react';
import { useCardsQuery } from '#web/features/cards/cards-api.ts';
import { SavedCards } from '#web/features/cards/saved-cards.tsx';
import { refusalText } from '#web/session/refusal.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import * as toasts from '#web/ui/toasts.ts';
import { NotLoaded } from '#web/ui/not-loaded.tsx';
import { type Subscription, useCardLinkMutation, useChangeCardMutation } from './subscriptions-api.ts';

export function CardChange({ subscription, onClose }: { subscription: Subscription; onClose: () => void }) {
  const { id, product } = subscription;
  const { data: cards, error, isFetching, refetch } = useCardsQuery();
  const [chosen, setChosen] = useState<string | null>(null);
  const [isUnpaid, setIsUnpaid] = useState(false);
  const [change, changing] = useChangeCardMutation();
  const [openLink, opening] = useCardLinkMutation();
  const cardId = chosen ?? cards?.[0]?.id ?? null;
  const heading = useRef<HTMLHeadingElement>(null);
  // The button that opened this was removed.
  useEffect(() => heading.current?.focus(), []);
  const choose = async () => {
    if (cardId === null || changing.isLoading) return;
    const after = await change({ id, paymentMethodId: cardId }).unwrap().catch(refusalText);
    if (typeof after === 'string') return toasts.error(after, 'subscriptions');
    // A decline or a bank check needs the new-card page; this page cannot handle them.
    if (after.status === 'past_due') return setIsUnpaid(true);
    toasts.success('Card changed', 'subscriptions');
    onClose();
  };
  const enterNew = async () => {
    const link = await openLink(id).unwrap().catch(refusalText);
    if (typeof link === 'string') toasts.error(link, 'subscriptions');
    // A new document: only payment pages may load the processor.
    else window.location.assign(link.path);
  };
  return (
    <section
      aria-label={`Change the card for ${product.name}`}
      className="grid gap-4 rounded-md bg-sunk p-4 sm:p-5"
    >
      <h3 ref={heading} tabIndex={-1} className="font-semibold">
        Change card
      </h3>
      {cards === undefined && error === undefined && <Skeleton className="h-20" />}
      {error !== undefined && (
        <NotLoaded what="Your saved cards" error={error} isBusy={isFetching} onRetry={refetch} />
      )}
      {isUnpaid && (
        <Notice tone="danger" role="alert" title="The card was changed, but the payment did not go through">
          <p>Your bank may want you to confirm it. Enter the card again to do so, or use another card.</p>
        </Notice>
      )}
      {cards !== undefined && cards.length > 0 && (
        <SavedCards cards={cards} chosen={cardId} onChoose={setChosen} name={`card-${id}`} />
      )}
      <div className="flex flex-wrap gap-3">
        {cards !== undefined && cards.length > 0 && (
          <Button isBusy={changing.isLoading} onClick={choose}>
            Use this card
          </Button>
        )}
        <Button variant="secondary" isBusy={opening.isLoading} onClick={enterNew}>
          Enter a new card
        </Button>
        <Button variant="text" onClick={onClose}>
          Back
        </Button>
      </div>
    </section>
  );
}
