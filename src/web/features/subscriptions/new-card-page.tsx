/** `/subscription-card`: a new card for one subscription. Anyone with the link sees only what that needs. */
import '#web/without-eval.ts';
import { useEffect, useState } from 'react';
import type { Answer } from '#contract/endpoint.ts';
import { type CardReplaced, readSubscriptionByLink } from '#contract/subscriptions.ts';
import { formatDate } from '#kernel/dates.ts';
import { formatMoney, fromDollars } from '#kernel/money.ts';
import { call } from '#web/session/call.ts';
import accountArt from '#web/art/account.svg?url';
import orderSuccessArt from '#web/art/order-success.svg?url';
import { AccountFrame, MessagePicture } from '#web/features/account/account-frame.tsx';
import { AccountSkeleton } from '#web/features/account/account-skeleton.tsx';
import type { RuntimeConfig } from '#web/features/cards/card-provider.ts';
import { toRejection, type Rejection } from '#web/session/api.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { CardName } from '#web/features/cards/card-name.tsx';
import { clearCardLink, useCardLink } from './card-link-token.ts';
import { NewCardForm } from './new-card-form.tsx';

export type Linked = Answer<typeof readSubscriptionByLink>;
export type Replaced = (typeof CardReplaced)['_output'];

export default function NewCardPage({ config }: { config: RuntimeConfig }) {
  const link = useCardLink();
  const [round, setRound] = useState(0);
  const [found, setFound] = useState<Linked | Rejection | null>(null);
  const [done, setDone] = useState<Replaced['status'] | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round restarts the effect
  useEffect(() => {
    if (link.token === null) return;
    let isCurrent = true;
    call(readSubscriptionByLink, { body: { token: link.token } })
      .catch(toRejection)
      .then((next) => {
        if (isCurrent) setFound(next);
      });
    return () => {
      isCurrent = false;
    };
  }, [link.token, round]);
  if (link.isDone) return <AlreadyReplaced />;
  if (link.token === null) return <DeadLink message={null} />;
  if (found !== null && 'message' in found && isDead(found)) return <DeadLink message={found.message} />;
  if (found === null) return <AccountSkeleton title="Replace your card" />;
  if ('message' in found)
    return (
      <AccountFrame title="Replace your card" aside={null}>
        <Notice tone="danger" role="alert" title="This page could not be loaded">
          <p>{found.message}</p>
          <Button
            size="small"
            className="mt-3"
            onClick={() => {
              setFound(null);
              setRound(round + 1);
            }}
          >
            Try again
          </Button>
        </Notice>
      </AccountFrame>
    );
  // The processor's event for the saved card may have paid the amount due already. It is then no longer due.
  if (done !== null) return <CardIsReplaced linked={found} isPaid={done === 'paid' || found.due} />;
  return (
    <AccountFrame
      title="Replace your card"
      intro={<Intro linked={found} />}
      aside={<MessagePicture file={accountArt} />}
    >
      <NewCardForm
        config={config}
        token={link.token}
        isReturning={link.isReturning}
        due={found.due ? formatMoney(fromDollars(found.amount)) : null}
        onDone={(status) => {
          clearCardLink();
          setDone(status);
        }}
      />
    </AccountFrame>
  );
}

/** Expired, unknown, or malformed. Other errors, such as too many requests, may be temporary. */
const isDead = ({ status }: Rejection): boolean => status === 410 || status === 422;

function Intro({ linked: { product, period, amount, due, graceUntil, email, card } }: { linked: Linked }) {
  const price = formatMoney(fromDollars(amount));
  return (
    <div className="grid gap-4">
      <p>
        For <span className="font-medium">{product.name}</span>
        {!due && (
          <>
            , <span className="money">{price}</span> every {period}
          </>
        )}
        . It belongs to <span className="wrap-anywhere">{email}</span>
        {card !== null && (
          <>
            {' '}
            and is charged to <CardName card={card} />
          </>
        )}
        .
      </p>
      {due && (
        <Notice tone="danger" title={`${price} could not be charged`}>
          <p>
            The new card is charged {price} as soon as it is saved.
            {graceUntil !== null && ` If it is not paid by ${formatDate(graceUntil)}, the subscription ends.`}
          </p>
        </Notice>
      )}
    </div>
  );
}

const CardIsReplaced = ({ linked, isPaid }: { linked: Linked; isPaid: boolean }) => (
  <AccountFrame
    title={isPaid ? 'Paid, and the card is replaced' : 'Your card is replaced'}
    intro={
      <p role="status">
        {isPaid
          ? `${linked.product.name} continues. The receipt is on its way by email, and renewals are charged to the new card.`
          : `Renewals of ${linked.product.name} are charged to the new card. Nothing was charged now.`}
      </p>
    }
    aside={<MessagePicture file={orderSuccessArt} />}
    takesFocus
  >
    <SeeSubscriptions />
  </AccountFrame>
);

/** The page was reloaded or reopened from history. */
const AlreadyReplaced = () => (
  <AccountFrame
    title="Your card is replaced"
    intro={<p>Your subscription shows the new card and its next charge.</p>}
    aside={<MessagePicture file={orderSuccessArt} />}
  >
    <SeeSubscriptions />
  </AccountFrame>
);

const SeeSubscriptions = () => (
  <div>
    <ButtonLink to="/profile/subscriptions" variant="secondary">
      See your subscriptions
    </ButtonLink>
  </div>
);

const DeadLink = ({ message }: { message: string | null }) => (
  <AccountFrame
    title="This link no longer works"
    intro={
      <>
        {message !== null && <p role="alert">{message}</p>}
        <p>Log in to change the card in your profile, or open the latest email about your subscription.</p>
      </>
    }
    aside={<MessagePicture file={accountArt} />}
  >
    <div className="flex flex-wrap gap-3">
      <ButtonLink to="/profile/subscriptions">Go to your subscriptions</ButtonLink>
      <ButtonLink to="/contact-us" variant="secondary">
        Contact us
      </ButtonLink>
    </div>
  </AccountFrame>
);
