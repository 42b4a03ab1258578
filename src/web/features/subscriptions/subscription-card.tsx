/** One subscription: its details, its next charge, and the owner's actions. */
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { formatDate } from '#kernel/dates.ts';
import { formatMoney, fromDollars } from '#kernel/money.ts';
import { refusalText } from '#web/session/refusal.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { SiteLink } from '#web/ui/site-link.tsx';
import * as toasts from '#web/ui/toasts.ts';
import { CardName } from '#web/features/cards/card-name.tsx';
import { CardChange } from './card-change.tsx';
import { ChargeHistory } from './charge-history.tsx';
import { type Subscription, useCancelMutation, useUndoCancelMutation } from './subscriptions-api.ts';
import { badgeOf, endingOf, isLeaving, hasEnded, nextChargeOf } from './words.ts';

export function SubscriptionCard({ subscription }: { subscription: Subscription }) {
  const { id, product, period, price, status, cancelAtPeriodEnd } = subscription;
  const badge = badgeOf(subscription);
  const { heading, onDone } = useFocusAfter(`${status} ${cancelAtPeriodEnd}`);
  return (
    <article
      id={id}
      aria-labelledby={`${id}-name`}
      className="grid scroll-mt-28 gap-5 rounded-lg border border-line bg-surface p-5 sm:p-6"
    >
      <header className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <h2 id={`${id}-name`} ref={heading} tabIndex={-1} className="text-lg leading-tight">
            {product.name}
          </h2>
          <p className="text-muted">
            <span className="money">{formatMoney(fromDollars(price))}</span> every {period}
          </p>
        </div>
        <Badge tone={badge.tone}>{badge.text}</Badge>
      </header>
      <Notices subscription={subscription} />
      <Facts subscription={subscription} />
      {!hasEnded(subscription) && <Actions subscription={subscription} onDone={onDone} />}
      <ChargeHistory history={subscription.history} name={product.name} />
    </article>
  );
}

/**
 * The clicked button is removed with its state. The subscription's name takes the focus, now and when the new
 * state is shown.
 */
function useFocusAfter(state: string) {
  const heading = useRef<HTMLHeadingElement>(null);
  const hasActed = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new state ends the wait
  useEffect(() => {
    if (!hasActed.current) return;
    hasActed.current = false;
    heading.current?.focus();
  }, [state]);
  const onDone = () => {
    hasActed.current = true;
    heading.current?.focus();
  };
  return { heading, onDone };
}

function Notices({ subscription }: { subscription: Subscription }) {
  const { status, graceUntil, priceChange, amount, paidUntil } = subscription;
  return (
    <>
      {status === 'past_due' && (
        <Notice tone="danger" title="We could not charge your card">
          <p>
            {amount !== null && `${formatMoney(fromDollars(amount))} is unpaid. `}
            Change the card, and we will charge it right away.
            {graceUntil !== null && ` If it is not paid by ${formatDate(graceUntil)}, the subscription ends.`}
          </p>
        </Notice>
      )}
      {isLeaving(subscription) && (
        <Notice tone="warn" title={`Canceled. It stays active until ${formatDate(paidUntil)}`}>
          <p>Nothing more is charged. Until then you can change your mind.</p>
        </Notice>
      )}
      {priceChange !== null && (
        <Notice
          title={`${formatMoney(fromDollars(priceChange.amount))} from ${formatDate(priceChange.from)} on`}
        >
          <p>The price changes with that renewal. You can cancel before it.</p>
        </Notice>
      )}
    </>
  );
}

function Facts({ subscription }: { subscription: Subscription }) {
  const { paidUntil, card, orderId, orderNumber, startedAt, endedAt } = subscription;
  const ended = hasEnded(subscription);
  const nextCharge = nextChargeOf(subscription);
  return (
    <dl className="grid gap-x-8 gap-y-3 sm:grid-cols-2">
      {!ended && (
        <Fact term="Next charge">
          {nextCharge === null ? 'None' : <span className="money">{nextCharge}</span>}
        </Fact>
      )}
      {ended ? (
        <Fact term="Ended on">
          {formatDate(endedAt ?? paidUntil)}. {endingOf(subscription)}
        </Fact>
      ) : (
        <Fact term="Paid until">{formatDate(paidUntil)}</Fact>
      )}
      {!ended && <Fact term="Card">{card === null ? 'None' : <CardName card={card} />}</Fact>}
      <Fact term="Bought on">
        {formatDate(startedAt)},{' '}
        <SiteLink to={`/profile?order=${orderId}`} className="underline underline-offset-4 hover:text-accent">
          order <span className="money">{orderNumber}</span>
        </SiteLink>
      </Fact>
    </dl>
  );
}

const Fact = ({ term, children }: { term: string; children: ReactNode }) => (
  <div className="min-w-0">
    <dt className="text-sm text-muted">{term}</dt>
    <dd className="font-medium">{children}</dd>
  </div>
);

function Actions({ subscription, onDone }: { subscription: Subscription; onDone: () => void }) {
  const { id, product, card, nextChargeAt } = subscription;
  const [isChanging, setChanging] = useState(false);
  const [undo, undoing] = useUndoCancelMutation();
  const keep = async () => {
    if (undoing.isLoading) return;
    await undo(id)
      .unwrap()
      .then(
        () => {
          toasts.success('Your subscription continues', 'subscriptions');
          onDone();
        },
        (error: unknown) => toasts.error(refusalText(error), 'subscriptions'),
      );
  };
  // A subscription sold before renewals existed is never charged, so it has no actions.
  if (card === null && nextChargeAt === null && !isLeaving(subscription))
    return (
      <div>
        <ButtonLink to="/products" variant="secondary">
          Buy it again
        </ButtonLink>
      </div>
    );
  if (isChanging)
    return (
      <CardChange
        subscription={subscription}
        onClose={() => {
          setChanging(false);
          onDone();
        }}
      />
    );
  return (
    <div className="flex flex-wrap gap-3">
      {isLeaving(subscription) ? (
        <Button isBusy={undoing.isLoading} onClick={keep}>
          Keep this subscription<span className="sr-only">: {product.name}</span>
        </Button>
      ) : (
        <>
          <Button
            variant={subscription.status === 'past_due' ? 'primary' : 'secondary'}
            onClick={() => setChanging(true)}
          >
            Change card<span className="sr-only"> of {product.name}</span>
          </Button>
          <Cancel subscription={subscription} onDone={onDone} />
        </>
      )}
    </div>
  );
}

/** Cancels in two clicks: this button and the confirmation. */
function Cancel({ subscription, onDone }: { subscription: Subscription; onDone: () => void }) {
  const { id, product, status, paidUntil } = subscription;
  const [isAsking, setAsking] = useState(false);
  const [cancel, { isLoading }] = useCancelMutation();
  const endsImmediately = status === 'past_due';
  const confirm = async () => {
    const refusal = await cancel(id)
      .unwrap()
      .then(() => null, refusalText);
    setAsking(false);
    if (refusal === null) toasts.success('Your subscription is canceled', 'subscriptions');
    else toasts.error(refusal, 'subscriptions');
    onDone();
  };
  return (
    <>
      <Button variant="text" onClick={() => setAsking(true)}>
        Cancel subscription<span className="sr-only">: {product.name}</span>
      </Button>
      <ConfirmDialog
        title={`Cancel ${product.name}?`}
        dismiss="Keep it"
        action="Cancel subscription"
        isOpen={isAsking}
        isBusy={isLoading}
        onConfirm={confirm}
        onClose={() => setAsking(false)}
      >
        {endsImmediately ? (
          <p>
            Its last renewal was not paid, so it ends immediately. You owe nothing more, and your card is not
            charged again.
          </p>
        ) : (
          <p>
            It stays active until {formatDate(paidUntil)}, and until then you can undo this. Your card is not
            charged again. We confirm by email.
          </p>
        )}
      </ConfirmDialog>
    </>
  );
}
