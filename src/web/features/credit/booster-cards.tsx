/**
 * Boosters that raise the limit for a price. Hovering or focusing a booster previews its limit on the gauge.
 */
import { potentialLimit } from '#kernel/credit-terms.ts';
import { type Cents, formatMoney, fromDollars } from '#kernel/money.ts';
import { ColorBand } from '#web/features/boosters/booster-frame.tsx';
import type { Booster } from '#web/features/boosters/booster.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Money } from '#web/ui/money.tsx';

/** Id of the notice that says why buying on credit is blocked. */
export const holdNoticeId = 'credit-on-hold';

type Props = {
  boosters: Booster[];
  /** The current limit. */
  approved: Cents;
  /** The account is frozen: boosters cannot be bought. */
  isOnHold: boolean;
  /** Null when the preview ends. */
  onHover: (id: string | null) => void;
  onFocus: (id: string | null) => void;
};

export const BoosterCards = ({ boosters, approved, isOnHold, onHover, onFocus }: Props) => (
  <ul className="grid gap-4 sm:grid-cols-3 lg:grid-cols-1 lg:gap-3">
    {boosters.map((booster) => (
      <li
        key={booster.id}
        className="flex flex-col overflow-hidden rounded-lg border border-line bg-surface transition-colors duration-150 focus-within:border-ink hover:border-ink"
        onPointerEnter={() => onHover(booster.id)}
        onPointerLeave={() => onHover(null)}
        onFocus={() => onFocus(booster.id)}
        onBlur={() => onFocus(null)}
      >
        <ColorBand color={booster.bgColor} className="h-2 shrink-0" />
        <div className="flex grow flex-col gap-3 p-5 xl:flex-row xl:items-center xl:gap-6">
          <div className="grid gap-2 xl:grow">
            <div>
              <h4 className="font-display text-lg leading-tight font-semibold">{booster.title}</h4>
              <p className="font-semibold text-credit">
                +{formatMoney(fromDollars(booster.creditLimitIncrease))} credit limit
              </p>
            </div>
            <p className="text-sm">{booster.description}</p>
            <LimitWith approved={approved} booster={booster} />
          </div>
          <div className="mt-auto grid shrink-0 gap-3 pt-2 xl:my-auto xl:w-36 xl:justify-items-center xl:pt-0">
            <Money amount={fromDollars(booster.price)} className="text-xl font-semibold" />
            {isOnHold ? (
              <Button variant="secondary" className="w-full" disabled aria-describedby={holdNoticeId}>
                Buy Now<span className="sr-only">: {booster.title}</span>
              </Button>
            ) : (
              <ButtonLink
                to={`/booster-checkout?boosterId=${booster.id}`}
                variant="secondary"
                className="w-full"
              >
                Buy Now<span className="sr-only">: {booster.title}</span>
              </ButtonLink>
            )}
          </div>
        </div>
      </li>
    ))}
  </ul>
);

/** The previewed limit as text, for screens where the gauge is not beside the card. */
function LimitWith({ approved, booster }: { approved: Cents; booster: Booster }) {
  const limit = potentialLimit(approved, fromDollars(booster.creditLimitIncrease));
  if (limit === null) return null;
  return (
    <p className="text-sm text-muted lg:hidden">
      Your limit becomes <span className="money">{formatMoney(limit)}</span>
    </p>
  );
}
