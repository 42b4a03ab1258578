/** The billing details of the order. */
import { useLanguage } from '#web/language.tsx';
import type { UseFormReturn } from 'react-hook-form';
import type { BillingDraft } from '#web/features/cart/cart.ts';
import { BillingFields } from './billing-fields.tsx';
import { CompanyFields } from './company-fields.tsx';
import { LogInInstead } from './log-in-instead.tsx';

type Props = {
  form: UseFormReturn<BillingDraft>;
  isOrder: boolean;
  isSaved: boolean;
  onLeave: () => Promise<unknown>;
};

export function BillingSection({ form, isOrder, isSaved, onLeave }: Props) {
  const { say } = useLanguage();
  return (
    <section aria-labelledby="billing-heading" className="grid gap-4">
      <div className="grid gap-1">
        <div className="flex flex-wrap items-center justify-between gap-x-4">
          <h2 id="billing-heading" className="text-xl lg:text-2xl">
            {say('Billing details')}
          </h2>
          <LogInInstead onLeave={onLeave} />
        </div>
        <p className="text-sm text-muted">
          {isSaved && `${say('We save this form as you type.')} `}
          {say(
            'Enter your name as it appears on your card. If you have only one name, enter it in both fields.',
          )}
        </p>
      </div>
      <BillingFields form={form} isOrder={isOrder} />
      {!isOrder && <CompanyFields form={form} />}
    </section>
  );
}
