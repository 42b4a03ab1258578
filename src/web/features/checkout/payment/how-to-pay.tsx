/** The payment part of checkout: on credit or by card, and which card. */
import { useLanguage } from '#web/language.tsx';
import type { ComponentProps } from 'react';
import { CardBrands } from './card-brands.tsx';
import { CreditChoice, type CreditOption } from './credit-choice.tsx';
import { PaymentMethod } from './payment-method.tsx';
import type { Charge } from '#web/features/checkout/summary/totals.ts';

type Props = ComponentProps<typeof PaymentMethod> & { charge: Charge; onAccount: CreditOption };

export function HowToPay({ charge, onAccount, ...card }: Props) {
  const { say } = useLanguage();
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h2 id="payment-heading" className="text-xl lg:text-2xl">
          {say('Checkout')}
        </h2>
        {charge === 'card' && !onAccount.isChosen && <CardBrands />}
      </div>
      {onAccount.credit !== null && (
        <CreditChoice
          credit={onAccount.credit}
          totalCents={card.totalCents}
          option={onAccount}
          isBusy={card.isBusy}
        />
      )}
      {/* The card fields stay mounted, so a half-typed number is not lost by switching to credit. */}
      {charge === 'card' && (
        <div hidden={onAccount.isChosen}>
          <PaymentMethod {...card} />
        </div>
      )}
      {charge === 'free' && <p>{say('There is nothing to pay. No card is needed.')}</p>}
    </>
  );
}
