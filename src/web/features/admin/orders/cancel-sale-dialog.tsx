/**
 * Cancels a paid order and refunds it in one step. Asks for the amount, the reason, and whether to email the
 * customer.
 */
import { useState } from 'react';
import { formatMoney, fromDollars } from '#kernel/money.ts';
import { ActDialog } from '#web/features/admin/act/act-dialog.tsx';
import { remountOnOpen } from '#web/features/admin/act/per-opening.tsx';
import { useAct } from '#web/features/admin/act/use-act.ts';
import { Tick } from '#web/features/admin/form/editor-frame.tsx';
import { AmountField } from '#web/features/admin/form/amount-field.tsx';
import { dollarsAsText } from '#web/features/admin/form/typed-values.ts';
import { useStaff } from '#web/features/admin/shell/staff.ts';
import { Field } from '#web/ui/field.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { TextInput } from '#web/ui/text-input.tsx';
import * as toasts from '#web/ui/toasts.ts';
import {
  linesOf,
  type RefundChoice,
  type RefundWay,
  refundChoice,
  type RefundChosen,
  waysOf,
} from './refund-choice.ts';
import { saleCancellationName } from './order-primary.ts';
import { type OrderFacts, useStaffCancelSaleMutation } from './calls.ts';

type CancelSaleProps = { order: OrderFacts; isOpen: boolean; onClose: () => void };

const buyerOf = ({ billing }: OrderFacts): string => `${billing.firstName} ${billing.lastName}`;

export const CancelSaleDialog = remountOnOpen(function CancelSaleDialog({
  order,
  isOpen,
  onClose,
}: CancelSaleProps) {
  const act = useAct();
  const [send] = useStaffCancelSaleMutation();
  const [typed, setTyped] = useState<RefundChosen>(() => ({
    by: waysOf(order)[0] ?? 'nothing',
    productIds: [],
    text: dollarsAsText(order.acts.cancelSale?.refundAtMost ?? 0),
  }));
  const [reason, setReason] = useState('');
  const [notify, setNotify] = useState(true);
  const [isAsked, setAsked] = useState(false);
  const choice = refundChoice(order, typed);
  const confirm = async () => {
    setAsked(true);
    if (choice.refund === null || reason.trim() === '') return;
    const content = { id: order.id, body: { reason: reason.trim(), notify, refund: choice.refund } };
    const outcome = await act.run(content, (key) => send({ ...content, key }));
    if (outcome?.kind !== 'done') return;
    onClose();
    toasts.success(
      choice.amount === 0
        ? `${order.number} canceled`
        : `${order.number} canceled, ${formatMoney(choice.amount)} refunded`,
    );
  };
  return (
    <ActDialog
      title={`${saleCancellationName(order)}: ${order.number}`}
      action={actionOf(order, choice)}
      isOpen={isOpen}
      onClose={onClose}
      act={act}
      onConfirm={() => void confirm()}
    >
      <Consequences order={order} />
      <RefundWays
        order={order}
        typed={typed}
        error={isAsked ? (choice.problem ?? undefined) : undefined}
        onChange={setTyped}
      />
      <Field
        label="Reason"
        hint="Visible to the team only"
        error={isAsked && reason.trim() === '' ? 'Enter a reason' : undefined}
      >
        {(control) => (
          <TextInput
            {...control}
            maxLength={300}
            value={reason}
            onChange={({ target }) => setReason(target.value)}
          />
        )}
      </Field>
      <Tick label={`Notify ${buyerOf(order)} by email`} checked={notify} onChange={setNotify} />
    </ActDialog>
  );
});

/** Without a valid amount, the label names no effect that would not happen. */
function actionOf(order: OrderFacts, { amount }: RefundChoice): string {
  if (amount === null) return saleCancellationName(order);
  return amount === 0
    ? `Cancel order of ${buyerOf(order)}`
    : `Cancel and refund ${formatMoney(amount)} to ${buyerOf(order)}`;
}

function Consequences({ order }: { order: OrderFacts }) {
  const running = order.subscriptions
    .filter(({ status }) => status !== 'ended' && status !== 'canceled')
    .map(({ name }) => name);
  const isDisputed = order.disputes.some(({ isClosed }) => !isClosed);
  return (
    <>
      <p>
        Work on the order stops. This cannot be undone.
        {order.kind === 'credit' &&
          ' Its open invoice is voided, and the credit is released when the refund is complete.'}
        {running.length > 0 &&
          ` ${running.join(' and ')} ${running.length === 1 ? 'ends' : 'end'} now, and the card is not charged again.`}
      </p>
      {isDisputed && (
        <p className="text-muted">
          Disputed amounts are not refunded, because the customer would get them twice.
        </p>
      )}
    </>
  );
}

type RefundWaysProps = {
  order: OrderFacts;
  typed: RefundChosen;
  error: string | undefined;
  onChange: (typed: RefundChosen) => void;
};

function RefundWays({ order, typed, error, onChange }: RefundWaysProps) {
  const { refundLimit } = useStaff();
  const ways = waysOf(order);
  const atMost = fromDollars(order.acts.cancelSale?.refundAtMost ?? 0);
  if (atMost === 0) return <p>Nothing left to refund.</p>;
  const labels: Record<RefundWay, string> = {
    all: `Remaining amount, ${formatMoney(atMost)}`,
    lines: 'Selected items',
    amount: 'Custom amount',
    nothing: 'No refund',
  };
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1 font-medium">Refund</legend>
      {refundLimit !== null && (
        <p className="text-muted">
          Your role can refund up to {formatMoney(fromDollars(refundLimit))} per order.
        </p>
      )}
      {ways.map((by) => (
        <div key={by} className="grid gap-2">
          <label className="flex items-start gap-2.5">
            <input
              type="radio"
              name="refund"
              className="mt-0.5 size-4 shrink-0"
              checked={typed.by === by}
              onChange={() => onChange({ ...typed, by })}
            />
            <span>{labels[by]}</span>
          </label>
          {by === 'lines' && typed.by === by && (
            <Lines order={order} typed={typed} error={error} onChange={onChange} />
          )}
          {by === 'amount' && typed.by === by && (
            <div className="ps-6.5">
              <AmountField
                label="Amount in US dollars"
                hint={`Up to ${formatMoney(atMost)}.`}
                error={error}
                isNarrow
                value={typed.text}
                onChange={(text) => onChange({ ...typed, text })}
              />
            </div>
          )}
        </div>
      ))}
    </fieldset>
  );
}

const Lines = ({ order, typed, error, onChange }: RefundWaysProps) => (
  <div className="grid gap-2 ps-6.5 pb-1">
    {linesOf(order).map(({ productId, name, share }) => (
      <Tick
        key={productId}
        label={`${name}, ${formatMoney(share)}`}
        checked={typed.productIds.includes(productId)}
        onChange={(isOn) =>
          onChange({
            ...typed,
            productIds: isOn
              ? [...typed.productIds, productId]
              : typed.productIds.filter((id) => id !== productId),
          })
        }
      />
    ))}
    {error && (
      <p role="alert" className="flex gap-1.5 font-medium text-danger">
        <Icon name="alert" className="mt-0.5 size-4" />
        {error}
      </p>
    )}
  </div>
);
