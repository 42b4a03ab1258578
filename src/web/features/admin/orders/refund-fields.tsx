/** Fields for the refund amount, and for the payment if there are several. */
import { brandName } from '#content/card-brands.ts';
import { formatMoney, fromDollars } from '#kernel/money.ts';
import { AmountField } from '#web/features/admin/form/amount-field.tsx';
import { useStaff } from '#web/features/admin/shell/staff.ts';
import { Field } from '#web/ui/field.tsx';
import { Select } from '#web/ui/select.tsx';
import type { OrderFacts } from './calls.ts';
import { refundAtMost, refundablePayments, type RefundTyped } from './refund-amount.ts';

type RefundFieldsProps = {
  order: OrderFacts;
  typed: RefundTyped;
  error: string | undefined;
  onChange: (typed: RefundTyped) => void;
};

export function RefundFields({ order, typed, error, onChange }: RefundFieldsProps) {
  const { refundLimit } = useStaff();
  const refundable = refundablePayments(order);
  const ofRole =
    refundLimit === null
      ? ''
      : `. Your role can refund up to ${formatMoney(fromDollars(refundLimit))} per order`;
  return (
    <>
      <AmountField
        label="Amount in US dollars"
        hint={`Up to ${formatMoney(refundAtMost(order, typed.paymentId))}${ofRole}.`}
        error={error}
        isNarrow
        value={typed.text}
        onChange={(text) => onChange({ ...typed, text })}
      />
      {refundable.length > 1 && (
        <Field label="Payment">
          {(control) => (
            <Select
              {...control}
              value={typed.paymentId ?? ''}
              onChange={({ target }) =>
                onChange({ ...typed, paymentId: target.value === '' ? null : target.value })
              }
            >
              <option value="">Latest payment</option>
              {refundable.map(({ id, card, refundable: refundableAmount }) => (
                <option key={id} value={id}>
                  {card === null ? 'Payment' : `${brandName(card.brand)} ${card.last4}`},{' '}
                  {formatMoney(fromDollars(refundableAmount))} left
                </option>
              ))}
            </Select>
          )}
        </Field>
      )}
      <p className="text-muted">
        The refund goes to the card. It usually takes 5 to 10 business days to appear.
      </p>
      {order.kind === 'booster' && (
        <p className="text-muted">
          The customer’s credit limit decreases by the same share of the booster’s increase, rounded down to
          the cent. The email states this.
        </p>
      )}
    </>
  );
}
