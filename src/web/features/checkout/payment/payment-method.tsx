/**
 * A new card, or a choice between it and the saved cards. The processor's fields stay mounted: a saved card
 * may need them too.
 */
import { useLanguage } from '#web/language.tsx';
import type { ComponentProps } from 'react';
import type { Cents } from '#kernel/money.ts';
import { LockIcon } from '#web/ui/lock-icon.tsx';
import type { CardFields } from '#web/features/cards/card-fields.ts';
import type { RuntimeConfig } from '#web/features/cards/card-provider.ts';
import { CardSection, notCharged } from './card-section.tsx';
import { PaymentTabs } from './payment-tabs.tsx';
import { NotLoaded } from '#web/features/cards/provider-elements.tsx';
import { SaveCardBox } from './save-card-box.tsx';
import { SavedCards } from '#web/features/cards/saved-cards.tsx';
import type { SavedCard } from '#web/features/cards/cards-api.ts';

type Props = {
  config: RuntimeConfig;
  totalCents: Cents;
  savesCard: boolean;
  /** The checkbox that saves a new card; null if the card is always saved or cannot be saved. */
  save: ComponentProps<typeof SaveCardBox> | null;
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

export function PaymentMethod({ cards, cardId, onCard, isBusy, save, ...section }: Props) {
  const { say } = useLanguage();
  const [first] = cards;
  const newCard = (
    <div className="grid gap-4">
      <div className="grid gap-1">
        {first === undefined && <h3 className="font-semibold">{say('Enter Card details')}</h3>}
        <p className="flex items-start gap-1.5 text-sm text-muted">
          <LockIcon />
          <span>
            {say('Your card details go directly to our card processor. We never see them.')}
            {section.savesCard &&
              ` ${say('If you buy a subscription, the processor saves the card for renewals.')}`}
          </span>
        </p>
      </div>
      <CardSection
        {...section}
        savesCard={section.savesCard || save?.isTicked === true}
        isShown={cardId === null}
      />
      {save !== null && <SaveCardBox {...save} />}
    </div>
  );
  if (first === undefined) return newCard;
  return (
    <PaymentTabs
      tab={cardId === null ? 0 : 1}
      isLocked={isBusy}
      onTab={(tab) => onCard(tab === 0 ? null : first.id)}
      newCard={newCard}
      savedCards={
        <div className="grid gap-4">
          <SavedCards cards={cards} chosen={cardId} onChoose={onCard} />
          {/* The processor's library runs the bank's check of a saved card if needed. */}
          {section.hasFailed && (
            <NotLoaded reassurance={notCharged} onRetry={() => section.onFailed(false)} />
          )}
        </div>
      }
    />
  );
}
