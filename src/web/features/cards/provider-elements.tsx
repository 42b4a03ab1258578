/**
 * Loads the processor's library and renders its card fields, for a payment or for saving a card. Card numbers
 * never reach our page.
 */
import { useLanguage } from '#web/language.tsx';
import { Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js';
import type { Stripe, StripeElementLocale } from '@stripe/stripe-js';
import { type ComponentProps, useEffect, useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import type { CardFields } from './card-fields.ts';
import { openCardProvider, type RuntimeConfig } from './card-provider.ts';
import { useAppearance } from './use-appearance.ts';

export type ElementsPurpose = NonNullable<ComponentProps<typeof Elements>['options']>;

type Props = {
  config: RuntimeConfig;
  /** The purpose of the fields, without their appearance. */
  purpose: ElementsPurpose;
  /** Text that says what did not happen when the fields failed to load. */
  reassurance: string;
  /** False if the email address is masked; the processor may then ask for one. */
  knowsEmail?: boolean;
  /** False if we have no payer details to pass to the processor. */
  knowsPayer?: boolean;
  /** False while a saved card is selected: the library is enough, so the fields are not rendered. */
  isShown?: boolean;
  onFields: (fields: CardFields) => void;
  hasFailed: boolean;
  onFailed: (hasFailed: boolean) => void;
};

export function ProviderElements({
  config,
  purpose,
  reassurance,
  knowsEmail = true,
  knowsPayer = true,
  isShown = true,
  onFields,
  hasFailed,
  onFailed,
}: Props) {
  const [stripe, setStripe] = useState<Stripe | null>(null);
  const appearance = useAppearance();
  const { code } = useLanguage();
  useEffect(() => {
    if (hasFailed) return;
    let isCurrent = true;
    openCardProvider(config).then(
      (opened) => {
        if (isCurrent) setStripe(opened);
      },
      () => {
        if (isCurrent) onFailed(true);
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [config, hasFailed, onFailed]);
  if (hasFailed) return <NotLoaded reassurance={reassurance} onRetry={() => onFailed(false)} />;
  if (!stripe || !appearance) return <CardSkeleton />;
  return (
    <Elements stripe={stripe} options={{ ...purpose, appearance, ...spokenIn(code) } as ElementsPurpose}>
      <CardElement
        billingDetails={askedFor(knowsPayer, knowsEmail)}
        isShown={isShown}
        onFields={onFields}
        onFailed={() => onFailed(true)}
      />
    </Elements>
  );
}

export function NotLoaded({ reassurance, onRetry }: { reassurance: string; onRetry: () => void }) {
  const { say, translate } = useLanguage();
  return (
    <Notice tone="danger" role="alert" title={say('The card fields could not be loaded')}>
      <p>
        {translate(reassurance)} {say('Check your connection and try again.')}
      </p>
      <Button className="mt-3" onClick={onRetry}>
        {say('Try again')}
      </Button>
    </Notice>
  );
}

type CollectedFields = Record<'name' | 'email' | 'phone', 'never' | 'auto'>;

/** On English pages the fields use the browser's language, as before. */
const spokenIn = (code: string): { locale?: StripeElementLocale } =>
  code === 'en' ? {} : { locale: code as StripeElementLocale };

/** The processor does not ask for details that we pass ourselves. */
const askedFor = (knowsPayer: boolean, knowsEmail: boolean): CollectedFields => ({
  name: knowsPayer ? 'never' : 'auto',
  email: knowsPayer && knowsEmail ? 'never' : 'auto',
  phone: knowsPayer ? 'never' : 'auto',
});

type CardElementProps = Pick<Props, 'onFields'> & {
  billingDetails: CollectedFields;
  isShown: boolean;
  onFailed: () => void;
};

function CardElement({ billingDetails, isShown, onFields, onFailed }: CardElementProps) {
  const stripe = useStripe();
  const elements = useElements();
  const [isReady, setIsReady] = useState(false);
  const isUsable = isReady || !isShown;
  useEffect(() => {
    if (!isUsable || !stripe || !elements) return;
    onFields({ stripe, elements });
    return () => onFields(null);
  }, [isUsable, stripe, elements, onFields]);
  return (
    <div className="relative min-h-72">
      {!isReady && (
        <div className="absolute inset-0">
          <CardSkeleton />
        </div>
      )}
      <PaymentElement
        options={{ layout: 'tabs', fields: { billingDetails } }}
        onReady={() => setIsReady(true)}
        onLoadError={onFailed}
      />
    </div>
  );
}

export const CardSkeleton = () => (
  <div className="grid min-h-48 grid-cols-2 content-start gap-4" aria-hidden="true">
    <Skeleton className="col-span-2 h-18" />
    <Skeleton className="h-18" />
    <Skeleton className="h-18" />
  </div>
);
