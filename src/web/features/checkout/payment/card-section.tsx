/** Card fields for a new card at checkout. */
import { phrase } from '#kernel/language.ts';
import type { Cents } from '#kernel/money.ts';
import type { CardFields } from '#web/features/cards/card-fields.ts';
import type { RuntimeConfig } from '#web/features/cards/card-provider.ts';
import { ProviderElements } from '#web/features/cards/provider-elements.tsx';

type Props = {
  config: RuntimeConfig;
  totalCents: Cents;
  /**
   * Saves the card for subscriptions, which are charged again, and for buyers who ask for it. The server
   * creates the payment with the same terms.
   */
  savesCard: boolean;
  isShown: boolean;
  knowsEmail: boolean;
  onFields: (fields: CardFields) => void;
  hasFailed: boolean;
  onFailed: (hasFailed: boolean) => void;
};

export const notCharged = phrase('You have not been charged.');

export const CardSection = ({ totalCents, savesCard, ...rest }: Props) => (
  <ProviderElements
    purpose={{
      mode: 'payment',
      amount: totalCents,
      currency: 'usd',
      allowedPaymentMethodTypes: ['card'],
      setupFutureUsage: savesCard ? 'off_session' : null,
    }}
    reassurance={notCharged}
    {...rest}
  />
);
