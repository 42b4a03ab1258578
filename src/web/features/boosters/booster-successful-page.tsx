/**
 * `/booster-successful`: shows what was bought and what changed. Without router state it redirects to the
 * profile.
 */
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { formatMoney, fromDollars } from '#kernel/money.ts';
import { Drawing } from '#web/art/drawing.tsx';
import orderSuccessArt from '#web/art/order-success.svg?url';
import { Fact } from '#web/ui/fact.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { Money } from '#web/ui/money.tsx';
import * as toasts from '#web/ui/toasts.ts';
import { Message } from '#web/ui/message.tsx';
import { readBought } from './booster.ts';

export default function BoosterSuccessfulPage() {
  const { state } = useLocation();
  const bought = readBought(state);
  const isLost = bought === null;
  const isAnnounced = useRef(false);
  useEffect(() => {
    // A new document, because the profile may load the card processor's script.
    if (isLost) window.location.replace('/profile');
    else if (!isAnnounced.current) toasts.success('Booster purchase successful!');
    isAnnounced.current = true;
  }, [isLost]);
  if (bought === null) return <div className="min-h-dvh" />;
  const { booster, billing } = bought;
  const price = fromDollars(booster.price);
  return (
    <Message
      title="Thank you for your purchase"
      picture={<Drawing file={orderSuccessArt} className="w-44 md:w-full" />}
      takesFocus
    >
      <p className="text-lg">
        Your credit limit has been increased by {formatMoney(fromDollars(booster.creditLimitIncrease))}
      </p>
      <section
        aria-labelledby="summary-heading"
        className="grid w-full gap-4 rounded-lg border border-line p-6"
      >
        <h2 id="summary-heading" className="text-xl">
          Summary
        </h2>
        <dl className="grid gap-2">
          <Fact term={booster.title}>
            <Money amount={price} />
          </Fact>
          <Fact term="Credit limit">+{formatMoney(fromDollars(booster.creditLimitIncrease))}</Fact>
          <div className="mt-1 flex justify-between gap-4 border-t border-line pt-3 text-lg font-semibold">
            <dt>Total</dt>
            <dd>
              <Money amount={price} />
            </dd>
          </div>
        </dl>
      </section>
      <section
        aria-labelledby="billing-heading"
        className="grid w-full gap-4 rounded-lg border border-line p-6"
      >
        <h2 id="billing-heading" className="text-xl">
          Billing info
        </h2>
        <dl className="grid gap-2">
          <Fact term="Name">{billing.name}</Fact>
          <Fact term="Email">{billing.email}</Fact>
          <Fact term="Phone">{billing.phone}</Fact>
          <Fact term="Address">{[billing.addressLine1, billing.country].filter(Boolean).join(', ')}</Fact>
        </dl>
      </section>
      <p className="text-muted">Your receipt is on its way by email. You can use the new limit right away.</p>
      <ButtonLink to="/profile">Back to Profile</ButtonLink>
    </Message>
  );
}
