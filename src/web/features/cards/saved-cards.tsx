/** List of saved cards to choose from. */
import { useLanguage, withNodes } from '#web/language.tsx';
import { brandName } from '#content/card-brands.ts';
import { Badge } from '#web/ui/badge.tsx';
import type { SavedCard } from './cards-api.ts';

/** The month has two digits: 04/2031. */
export const expiry = ({ expMonth, expYear }: Pick<SavedCard, 'expMonth' | 'expYear'>): string =>
  `${String(expMonth).padStart(2, '0')}/${expYear}`;

/** `name`: of the radio group, if a page has several. */
type CardsProps = {
  cards: SavedCard[];
  chosen: string | null;
  onChoose: (id: string) => void;
  name?: string;
};

export function SavedCards({ cards, chosen, onChoose, name = 'savedCard' }: CardsProps) {
  const { say } = useLanguage();
  return (
    <fieldset className="grid gap-2">
      <legend className="sr-only">{say('Saved cards')}</legend>
      {cards.map((card) => (
        <label
          key={card.id}
          className="flex cursor-pointer items-center gap-4 rounded-md border border-field bg-surface p-4 has-checked:border-ink has-checked:ring-1 has-checked:ring-ink"
        >
          <input
            type="radio"
            name={name}
            value={card.id}
            checked={chosen === card.id}
            onChange={() => onChoose(card.id)}
            className="size-5 shrink-0"
          />
          <CardFacts card={card} />
        </label>
      ))}
    </fieldset>
  );
}

/** Brand, last four digits, and expiry of a card. */
export function CardFacts({ card }: { card: SavedCard }) {
  const { say, sayWith } = useLanguage();
  return (
    <span className="grid min-w-0 grow gap-0.5">
      <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-medium">{brandName(card.brand)}</span>
        <span className="money">
          <span aria-hidden="true">•••• </span>
          <span className="sr-only">{say('ending in')} </span>
          {card.last4}
        </span>
        {card.isDefault && <Badge tone="credit">{say('Default')}</Badge>}
      </span>
      <span className="flex flex-wrap gap-x-3 text-sm text-muted">
        {card.name && <span className="wrap-anywhere">{card.name}</span>}
        <span>
          {withNodes(sayWith('Expires {date}', { date: <span className="money">{expiry(card)}</span> }))}
        </span>
      </span>
    </span>
  );
}
