/** Actions available for an order. Each has a dialog that states the effect, the customer, and the amount. */
import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import { formatMoney, fromDollars, toDollars } from '#kernel/money.ts';
import { ActDialog } from '#web/features/admin/act/act-dialog.tsx';
import type { MenuAct } from '#web/features/admin/act/act-menu.tsx';
import { remountOnOpen } from '#web/features/admin/act/per-opening.tsx';
import { type Act, useAct } from '#web/features/admin/act/use-act.ts';
import { dollarsAsText } from '#web/features/admin/form/typed-values.ts';
import type { PrimaryAct } from '#web/features/admin/detail/record-page.tsx';
import { useMay } from '#web/features/admin/shell/staff.ts';
import { ConsoleIcon } from '#web/features/admin/shell/icons.tsx';
import * as toasts from '#web/ui/toasts.ts';
import { CancelSaleDialog } from './cancel-sale-dialog.tsx';
import { ResendEmail } from './resend-email.tsx';
import { disputeAct, primaryOf, saleCancellationName } from './order-primary.ts';
import { refundAmount, type RefundTyped } from './refund-amount.ts';
import { RefundFields } from './refund-fields.tsx';
import {
  type OrderFacts,
  useStaffCancelOrderMutation,
  useStaffCompleteOrderMutation,
  useStaffRefundOrderMutation,
  useStaffSendOrderLinkMutation,
} from './calls.ts';

type Open = 'complete' | 'refund' | 'cancel' | 'cancelSale' | 'link' | 'email';

export const buyerOf = ({ billing }: Pick<OrderFacts, 'billing'>): string =>
  `${billing.firstName} ${billing.lastName}`;

export type OrderActs = { primary: PrimaryAct | null; acts: MenuAct[]; dialogs: ReactNode };

export function useOrderActs(order: OrderFacts): OrderActs {
  const [open, setOpen] = useState<Open | null>(null);
  const { acts } = order;
  const close = () => setOpen(null);
  const complete: PrimaryAct = { label: 'Complete order', keys: 'c', run: () => setOpen('complete') };
  const navigate = useNavigate();
  const mayReadMoney = useMay('money.read');
  const cancelSale: PrimaryAct = { label: saleCancellationName(order), run: () => setOpen('cancelSale') };
  const dispute = mayReadMoney ? order.disputes.find(({ isClosed }) => !isClosed) : undefined;
  const primary = primaryOf(order, {
    complete,
    cancelSale,
    dispute: dispute && disputeAct(dispute, navigate),
  });
  const link: PrimaryAct = { label: 'Send payment link', keys: 'l', run: () => setOpen('link') };
  return {
    primary: primary ?? (acts.sendLink ? link : null),
    acts: [
      ...(acts.complete && primary !== complete
        ? [{ ...complete, icon: <ConsoleIcon name="orders" /> }]
        : []),
      ...(acts.refundAtMost === null
        ? []
        : [
            { label: 'Refund', keys: 'r', icon: <ConsoleIcon name="refund" />, run: () => setOpen('refund') },
          ]),
      { label: 'Resend email', keys: 'm', icon: <ConsoleIcon name="mail" />, run: () => setOpen('email') },
      ...(acts.complete && acts.sendLink ? [{ ...link, icon: <ConsoleIcon name="mail" /> }] : []),
      ...(acts.cancelSale !== null && primary !== cancelSale
        ? [{ ...cancelSale, isDangerous: true, icon: <ConsoleIcon name="out" /> }]
        : []),
      ...(acts.cancel
        ? [
            {
              label: 'Cancel order',
              isDangerous: true,
              icon: <ConsoleIcon name="out" />,
              run: () => setOpen('cancel'),
            },
          ]
        : []),
    ],
    dialogs: (
      <>
        <CompleteDialog order={order} isOpen={open === 'complete'} onClose={close} />
        <RefundDialog order={order} isOpen={open === 'refund'} onClose={close} />
        <CancelSaleDialog order={order} isOpen={open === 'cancelSale'} onClose={close} />
        <CancelDialog order={order} isOpen={open === 'cancel'} onClose={close} />
        <LinkDialog order={order} isOpen={open === 'link'} onClose={close} />
        <ResendEmail order={order} isOpen={open === 'email'} onClose={close} />
      </>
    ),
  };
}

type ActProps = { order: OrderFacts; isOpen: boolean; onClose: () => void };

/** Runs an action and shows a toast when it succeeds. */
async function finish(
  act: Act,
  what: unknown,
  send: Parameters<Act['run']>[1],
  done: string,
  onClose: () => void,
): Promise<void> {
  const outcome = await act.run(what, send);
  if (outcome?.kind !== 'done') return;
  onClose();
  toasts.success(done);
}

function CompleteDialog({ order, isOpen, onClose }: ActProps) {
  const act = useAct();
  const [complete] = useStaffCompleteOrderMutation();
  const isOnCredit = order.kind === 'credit';
  return (
    <ActDialog
      title={`Complete ${order.number}?`}
      action={`Complete order of ${buyerOf(order)}`}
      isOpen={isOpen}
      onClose={onClose}
      act={act}
      onConfirm={() =>
        void finish(act, order.id, () => complete(order.id), `${order.number} completed`, onClose)
      }
    >
      <p>
        This marks the work as done. {buyerOf(order)} gets an email
        {isOnCredit && ', and the invoice for the second half is issued, due in 30 days'}. This cannot be
        undone.
      </p>
    </ActDialog>
  );
}

function CancelDialog({ order, isOpen, onClose }: ActProps) {
  const act = useAct();
  const [cancel] = useStaffCancelOrderMutation();
  return (
    <ActDialog
      title={`Cancel ${order.number}?`}
      action={`Cancel order of ${buyerOf(order)} for ${formatMoney(fromDollars(order.total))}`}
      isOpen={isOpen}
      onClose={onClose}
      act={act}
      onConfirm={() =>
        void finish(act, order.id, () => cancel(order.id), `${order.number} canceled`, onClose)
      }
    >
      <p>
        The order can no longer be paid. {buyerOf(order)} gets an email. This cannot be undone.
        {order.kind === 'credit' && ' Its open invoice is voided, and the credit is released.'}
      </p>
    </ActDialog>
  );
}

function LinkDialog({ order, isOpen, onClose }: ActProps) {
  const act = useAct();
  const [send] = useStaffSendOrderLinkMutation();
  return (
    <ActDialog
      title="Send payment link?"
      action={`Send link to ${order.billing.email}`}
      isOpen={isOpen}
      onClose={onClose}
      act={act}
      onConfirm={() =>
        void finish(act, null, () => send(order.id), `Payment link sent to ${order.billing.email}`, onClose)
      }
    >
      <p>
        {buyerOf(order)} gets an email with a link to pay {formatMoney(fromDollars(order.total))} for{' '}
        {order.number}.
      </p>
    </ActDialog>
  );
}

const RefundDialog = remountOnOpen(function RefundDialog({ order, isOpen, onClose }: ActProps) {
  const act = useAct();
  const [refund] = useStaffRefundOrderMutation();
  const [typed, setTyped] = useState<RefundTyped>(() => ({
    text: dollarsAsText(order.acts.refundAtMost ?? 0),
    paymentId: null,
  }));
  const [isAsked, setAsked] = useState(false);
  const { amount, problem, isTooMuch } = refundAmount(order, typed);
  const confirm = () => {
    setAsked(true);
    if (amount === null) return;
    const content = {
      id: order.id,
      body: {
        amount: toDollars(amount),
        ...(typed.paymentId === null ? {} : { paymentId: typed.paymentId }),
      },
    };
    void finish(
      act,
      content,
      (key) => refund({ ...content, key }),
      `Refund of ${formatMoney(amount)} to ${buyerOf(order)} started`,
      onClose,
    );
  };
  return (
    <ActDialog
      title={`Refund ${order.number}`}
      action={amount === null ? 'Refund' : `Refund ${formatMoney(amount)} to ${buyerOf(order)}`}
      isOpen={isOpen}
      onClose={onClose}
      act={act}
      onConfirm={confirm}
    >
      <RefundFields
        order={order}
        typed={typed}
        error={isAsked || isTooMuch ? (problem ?? undefined) : undefined}
        onChange={setTyped}
      />
    </ActDialog>
  );
});
