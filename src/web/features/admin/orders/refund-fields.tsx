/** How much of an order goes back, and of which payment where there are several. */
import { useState } from 'react';
import { brandName } from '#kernel/card-brands.ts';
import { type Cents, formatMoney, fromDollars } from '#kernel/money.ts';
import { useStaff } from '#web/features/admin/shell/staff.ts';
import { Field } from '#web/ui/field.tsx';
import { Select } from '#web/ui/select.tsx';
import { TextInput } from '#web/ui/text-input.tsx';
import { centsIn } from './amount.ts';
import type { OrderFacts } from './orders-api.ts';

type RefundFieldsProps = {
  order: OrderFacts;
  /** The button was pressed: what is missing is said. */
  isAsked: boolean;
  paymentId: string | null;
  onChange: (chosen: { amount: Cents | null; paymentId: string | null }) => void;
};

export function RefundFields({ order, isAsked, paymentId, onChange }: RefundFieldsProps) {
  const { refundLimit } = useStaff();
  const refundable = order.payments.filter((payment) => payment.refundable > 0);
  const ofPayment = refundable.find(({ id }) => id === paymentId)?.refundable;
  const atMost = fromDollars(Math.min(order.acts.refundAtMost ?? 0, ofPayment ?? Number.POSITIVE_INFINITY));
  const [text, setText] = useState((atMost / 100).toFixed(2));
  const amount = centsIn(text);
  const isTooMuch = amount !== null && amount > atMost;
  const type = (typed: string) => {
    setText(typed);
    onChange({ amount: amountWithin(typed, atMost), paymentId });
  };
  const error = isTooMuch ? `At most ${formatMoney(atMost)}` : isAsked && amount === null ? 'Enter an amount such as 49.50' : undefined;
  return (
    <>
      <Field
        label="Amount in US dollars"
        hint={`Up to ${formatMoney(atMost)}${refundLimit === null ? '' : `. Your role gives back up to ${formatMoney(fromDollars(refundLimit))} of one order`}.`}
        error={error}
      >
        {(control) => (
          <TextInput
            {...control}
            inputMode="decimal"
            autoComplete="off"
            value={text}
            onFocus={({ target }) => target.select()}
            onChange={({ target }) => type(target.value)}
            className="max-w-44 money"
          />
        )}
      </Field>
      {refundable.length > 1 && (
        <Field label="Payment">
          {(control) => (
            <Select
              {...control}
              value={paymentId ?? ''}
              onChange={({ target }) =>
                onChange({ amount: amountWithin(text, atMost), paymentId: target.value === '' ? null : target.value })
              }
            >
              <option value="">The one that was paid last</option>
              {refundable.map(({ id, card, refundable: left }) => (
                <option key={id} value={id}>
                  {card === null ? 'Payment' : `${brandName(card.brand)} ${card.last4}`}, {formatMoney(fromDollars(left))} left
                </option>
              ))}
            </Select>
          )}
        </Field>
      )}
      <p className="text-muted">The money goes back to the card. Banks show it after 5 to 10 business days.</p>
    </>
  );
}

function amountWithin(text: string, atMost: Cents): Cents | null {
  const amount = centsIn(text);
  return amount === null || amount > atMost ? null : amount;
}
