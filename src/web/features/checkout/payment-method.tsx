/** A new card, or for somebody with saved cards the choice between both. The processor's fields stay loaded: a saved card may need them too. */
import type { Cents } from '#kernel/money.ts';
import { LockIcon } from '#web/ui/lock-icon.tsx';
import type { RuntimeConfig } from './card-provider.ts';
import { CardSection } from './card-section.tsx';
import type { CardFields } from './finish-payment.ts';
import { PaymentTabs } from './payment-tabs.tsx';
import type { SavedCard } from './read-buyer.ts';
import { SavedCards } from './saved-cards.tsx';

type Props = {
  config: RuntimeConfig;
  totalCents: Cents;
  savesCard: boolean;
  knowsEmail: boolean;
  cards: SavedCard[];
  /** Null for a new card. */
  cardId: string | null;
  onCard: (cardId: string | null) => void;
  isBusy: boolean;
  onFields: (fields: CardFields) => void;
  hasFailed: boolean;
  onFailed: (hasFailed: boolean) => void;
};

export function PaymentMethod({ cards, cardId, onCard, isBusy, ...section }: Props) {
  const [first] = cards;
  const newCard = (
    <div className="grid gap-5">
      <div className="grid gap-1">
        {first === undefined && <h3 className="font-semibold">Enter Card details</h3>}
        <p className="flex items-start gap-1.5 text-sm text-muted">
          <LockIcon />
          <span>
            Your card details go directly to our card processor. We never see them.
            {section.savesCard &&
              ' With a subscription the processor keeps the card. It is charged once, for this order: renewals have not started.'}
          </span>
        </p>
      </div>
      <CardSection {...section} />
    </div>
  );
  if (first === undefined) return newCard;
  return (
    <PaymentTabs
      tab={cardId === null ? 0 : 1}
      isLocked={isBusy}
      onTab={(tab) => onCard(tab === 0 ? null : first.id)}
      newCard={newCard}
      savedCards={<SavedCards cards={cards} chosen={cardId} onChoose={onCard} />}
    />
  );
}
