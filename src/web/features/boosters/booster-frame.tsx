/**
 * Layout of the booster checkout: the booster beside the payment. Small, because the page hydrates with it.
 */
import type { ReactNode } from 'react';
import { formatMoney, fromDollars } from '#kernel/money.ts';
import { CheckoutFrame } from '#web/features/checkout/checkout-frame.tsx';
import { Money } from '#web/ui/money.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import type { Booster } from './booster.ts';

type Shown = Pick<Booster, 'title' | 'price' | 'creditLimitIncrease' | 'description' | 'bgColor'>;

export const BoosterFrame = ({ booster, children }: { booster: Shown; children: ReactNode }) => (
  <CheckoutFrame summary={<BoosterSummary booster={booster} />}>{children}</CheckoutFrame>
);

/** The color of the booster, chosen by the operator. It is decorative; no text depends on it. */
export const ColorBand = ({ color, className = '' }: { color: string; className?: string }) => (
  <svg
    aria-hidden="true"
    preserveAspectRatio="none"
    viewBox="0 0 1 1"
    className={`block w-full ${className}`}
  >
    <rect width="1" height="1" fill={color} />
  </svg>
);

const BoosterSummary = ({
  booster: { title, price, creditLimitIncrease, description, bgColor },
}: {
  booster: Shown;
}) => (
  <div className="overflow-hidden rounded-lg border border-line bg-surface">
    <ColorBand color={bgColor} className="h-2" />
    <div className="grid gap-4 p-5 lg:p-6">
      <div className="grid gap-1">
        <p className="text-sm text-muted">Booster</p>
        <h1 className="text-xl lg:text-2xl">{title}</h1>
        <p className="font-semibold text-credit">
          +{formatMoney(fromDollars(creditLimitIncrease))} credit limit
        </p>
      </div>
      <p className="text-muted max-lg:hidden">{description}</p>
      <dl className="grid gap-2 border-t border-line pt-3">
        <div className="flex justify-between gap-4">
          <dt className="text-muted">Price</dt>
          <dd>
            <Money amount={fromDollars(price)} />
          </dd>
        </div>
        <div className="flex justify-between gap-4 text-lg font-semibold">
          <dt>Total</dt>
          <dd>
            <Money amount={fromDollars(price)} />
          </dd>
        </div>
      </dl>
    </div>
  </div>
);

export const FormSkeleton = () => (
  <>
    <p role="status" className="sr-only">
      Loading your details
    </p>
    <div className="grid gap-5 sm:grid-cols-2" aria-hidden="true">
      {['email', 'again', 'first', 'last', 'country', 'phone'].map((part) => (
        <Skeleton key={part} className="h-20" />
      ))}
    </div>
  </>
);
