/**
 * Payment Info: the saved cards, and the form for another one. The list comes from the processor and is
 * refetched after each change.
 */
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { brandName } from '#content/card-brands.ts';
import type { RuntimeConfig } from '#web/features/cards/card-provider.ts';
import { CardFacts } from '#web/features/cards/saved-cards.tsx';
import type { CurrentUser } from '#web/session/api.ts';
import { Button } from '#web/ui/button.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import * as toasts from '#web/ui/toasts.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { refusalText } from '#web/session/refusal.ts';
import {
  type SavedCard,
  useCardsQuery,
  useMakeDefaultMutation,
  useRemoveCardMutation,
} from '#web/features/cards/cards-api.ts';
import { NotLoaded } from '#web/ui/not-loaded.tsx';

const AddCardForm = lazy(() => import('./add-card-form.tsx'));

export function PaymentSection({ user, config }: { user: CurrentUser; config: RuntimeConfig }) {
  const { data: cards, error, isFetching, refetch } = useCardsQuery();
  const [isAdding, setAdding] = useState(false);
  const add = useRef<HTMLButtonElement>(null);
  const wasAdding = useRef(false);
  const isOpening = cards === undefined && error === undefined;
  useEffect(() => {
    if (wasAdding.current && !isAdding) add.current?.focus();
    wasAdding.current = isAdding;
  }, [isAdding]);
  return (
    <div className="grid gap-6">
      {isOpening && <CardsSkeleton />}
      {error !== undefined && (
        <NotLoaded what="Your saved cards" error={error} isBusy={isFetching} onRetry={refetch} />
      )}
      {error === undefined && cards?.length === 0 && (
        <p className="text-muted">
          No saved cards yet. With a saved card, you can check out without typing its number again.
        </p>
      )}
      {error === undefined && cards !== undefined && cards.length > 0 && <CardList cards={cards} />}
      {isAdding && (
        <Suspense fallback={<CardsSkeleton />}>
          <AddCardForm user={user} config={config} onClose={() => setAdding(false)} />
        </Suspense>
      )}
      {/* Not before the list has loaded: the button would move while it is clicked, and the click would be lost. */}
      {!isAdding && !isOpening && (
        <div>
          <Button ref={add} variant="secondary" onClick={() => setAdding(true)}>
            Add a card
          </Button>
        </div>
      )}
    </div>
  );
}

const CardsSkeleton = () => (
  <div className="grid gap-3">
    <p role="status" className="sr-only">
      Loading
    </p>
    <Skeleton className="h-20" />
    <Skeleton className="h-20" />
  </div>
);

function CardList({ cards }: { cards: SavedCard[] }) {
  const [cardToRemove, setCardToRemove] = useState<SavedCard | null>(null);
  const [removeCard, removing] = useRemoveCardMutation();
  const [makeDefault, { originalArgs, isLoading: isChoosing }] = useMakeDefaultMutation();
  const heading = useRef<HTMLHeadingElement>(null);
  const remove = async ({ id }: SavedCard) => {
    const text = await removeCard(id)
      .unwrap()
      .then(() => null, refusalText);
    setCardToRemove(null);
    if (text !== null) toasts.error(text, 'profile');
    else toasts.success('Card removed', 'profile');
    // The clicked button is removed with its card.
    heading.current?.focus();
  };
  const choose = async ({ id }: SavedCard) => {
    if (isChoosing) return;
    const text = await makeDefault(id)
      .unwrap()
      .then(() => null, refusalText);
    if (text !== null) toasts.error(text, 'profile');
    else toasts.success('Default card changed', 'profile');
    heading.current?.focus();
  };
  return (
    <div className="grid gap-3">
      <h3 ref={heading} tabIndex={-1} className="font-semibold">
        Saved cards
      </h3>
      <ol className="divide-y divide-line rounded-lg border border-line bg-surface">
        {cards.map((card, index) => (
          <li key={card.id} className="flex flex-wrap items-center gap-x-5 gap-y-2 p-4">
            <span className="money w-5 self-start text-muted">{index + 1}.</span>
            <CardFacts card={card} />
            <span className="ms-auto flex flex-wrap gap-x-4">
              {!card.isDefault && (
                <Button
                  variant="text"
                  size="small"
                  isBusy={isChoosing && originalArgs === card.id}
                  onClick={() => choose(card)}
                >
                  Make default<span className="sr-only"> card ending in {card.last4}</span>
                </Button>
              )}
              <Button variant="text" size="small" onClick={() => setCardToRemove(card)}>
                Remove<span className="sr-only"> card ending in {card.last4}</span>
              </Button>
            </span>
          </li>
        ))}
      </ol>
      <ConfirmDialog
        title="Remove this card?"
        action="Remove card"
        isOpen={cardToRemove !== null}
        isBusy={removing.isLoading}
        onConfirm={() => cardToRemove && remove(cardToRemove)}
        onClose={() => setCardToRemove(null)}
      >
        {cardToRemove && (
          <p>
            {brandName(cardToRemove.brand)} ending in {cardToRemove.last4} will no longer be available at
            checkout. Orders paid with it do not change.
          </p>
        )}
      </ConfirmDialog>
    </div>
  );
}
