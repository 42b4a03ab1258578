/** Credit or card, for buyers with available credit. If the order cannot be bought on credit, it says why. */
import { phrase } from '#kernel/language.ts';
import { useLanguage } from '#web/language.tsx';
import { useId, useState } from 'react';
import { addDays, creditTerms, halves, utcDay } from '#kernel/credit-terms.ts';
import { type Cents, formatMoney, subtract } from '#kernel/money.ts';
import type { Credit } from '#web/features/checkout/opening/read-buyer.ts';
import type { Charge } from '#web/features/checkout/summary/totals.ts';

type LoadedCredit = NonNullable<Credit>;

/** The rejection that the purchase call would return. Null: it can be bought on credit. */
export function creditRefusal(
  { availableCents, isFrozen }: LoadedCredit,
  totalCents: Cents,
  hasSubscription: boolean,
): string | null {
  if (hasSubscription) return phrase('Subscriptions cannot be bought on credit');
  if (isFrozen) return phrase('Your credit is on hold. Please pay the invoices that are past due first');
  if (totalCents < creditTerms.smallestOrder) return phrase('An order on credit must be at least $1.00');
  return totalCents > availableCents ? phrase('Not enough available credit') : null;
}

type ChoiceInput = { credit: Credit; totalCents: Cents; savesCard: boolean; charge: Charge };

/** `credit` null: no choice, because there is no available credit or nothing to pay. */
export type CreditOption = {
  credit: Credit;
  refusal: string | null;
  isChosen: boolean;
  choose: (onCredit: boolean) => void;
};

export function useCreditOption({ credit, totalCents, savesCard, charge }: ChoiceInput): CreditOption {
  const [isWanted, choose] = useState(false);
  const offered = charge === 'card' ? credit : null;
  const refusal = offered === null ? null : creditRefusal(offered, totalCents, savesCard);
  return { credit: offered, refusal, isChosen: isWanted && offered !== null && refusal === null, choose };
}

type Props = { credit: LoadedCredit; totalCents: Cents; option: CreditOption; isBusy: boolean };

export function CreditChoice({ credit, totalCents, option, isBusy }: Props) {
  const { say, translate } = useLanguage();
  const { refusal, isChosen, choose } = option;
  const id = useId();
  return (
    <fieldset className="grid gap-3" disabled={isBusy}>
      <legend className="sr-only">{say('How do you want to pay?')}</legend>
      <div className="grid gap-2 sm:grid-cols-2">
        <Option
          name={id}
          label={say('Purchase with Credit')}
          hint={
            refusal === null
              ? say('{amount} available', { amount: { cents: credit.availableCents } })
              : translate(refusal)
          }
          isChosen={isChosen}
          isDisabled={refusal !== null}
          onChoose={() => choose(true)}
        />
        <Option
          name={id}
          label={say('Purchase with Card')}
          hint={say('Pay the whole amount now')}
          isChosen={!isChosen}
          isDisabled={false}
          onChoose={() => choose(false)}
        />
      </div>
      {isChosen && <Schedule totalCents={totalCents} availableCents={credit.availableCents} />}
    </fieldset>
  );
}

type OptionProps = {
  name: string;
  label: string;
  hint: string;
  isChosen: boolean;
  isDisabled: boolean;
  onChoose: () => void;
};

const Option = ({ name, label, hint, isChosen, isDisabled, onChoose }: OptionProps) => (
  <label
    className={`flex min-h-11 items-start gap-3 rounded-lg border-2 p-4 ${isChosen ? 'border-ink bg-surface' : 'border-line'} ${isDisabled ? 'cursor-not-allowed' : 'cursor-pointer'}`}
  >
    <input
      type="radio"
      className="mt-0.5 size-5 shrink-0 accent-accent"
      name={name}
      checked={isChosen}
      disabled={isDisabled}
      onChange={onChoose}
    />
    <span className="grid gap-0.5">
      <span className={`leading-snug font-semibold ${isDisabled ? 'text-muted' : ''}`}>{label}</span>
      <span className="text-sm text-muted">{hint}</span>
    </span>
  </label>
);

function Schedule({ totalCents, availableCents }: { totalCents: Cents; availableCents: Cents }) {
  const { say } = useLanguage();
  const [first, second] = halves(totalCents);
  const dueOn = addDays(utcDay(new Date()), creditTerms.daysToPay);
  return (
    <div className="grid gap-2 rounded-lg bg-sunk p-4" role="status">
      <p>
        {say(
          'Nothing is charged today. We invoice half now and half when the work is done. Each invoice is due {days} days after its date.',
          { days: creditTerms.daysToPay },
        )}
      </p>
      <dl className="grid gap-1">
        <Fact term={say('First half, due by {day} (UTC)', { day: { day: dueOn } })} amount={first} />
        <Fact term={say('Second half, when the work is done')} amount={second} />
        <Fact term={say('Available credit afterwards')} amount={subtract(availableCents, totalCents)} />
      </dl>
    </div>
  );
}

const Fact = ({ term, amount }: { term: string; amount: Cents }) => (
  <div className="flex items-baseline justify-between gap-4">
    <dt className="text-muted">{term}</dt>
    <dd className="money font-medium">{formatMoney(amount)}</dd>
  </div>
);
