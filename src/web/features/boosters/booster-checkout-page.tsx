/** `/booster-checkout`. Guests see the booster and a login link. A return from the bank is checked first. */
import '#web/without-eval.ts';
import { useCallback, useEffect, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { countryName } from '#kernel/countries.ts';
import { potentialLimit } from '#kernel/credit-terms.ts';
import { formatMoney, fromDollars, zero } from '#kernel/money.ts';
import type { BillingDraft } from '#web/features/cart/cart.ts';
import { billingOf } from '#web/features/checkout/cart-sync/adopt-cart.ts';
import type { RuntimeConfig } from '#web/features/cards/card-provider.ts';
import { CheckoutForm } from '#web/features/checkout/checkout-form.tsx';
import { type Buyer, readBuyer } from '#web/features/checkout/opening/read-buyer.ts';
import { type Pay, usePurchase } from '#web/features/checkout/purchase/use-purchase.ts';
import { openStorage } from '#web/local-storage.ts';
import { call } from '#web/session/call.ts';
import { logInPath } from '#web/session/log-in-path.ts';
import { useSession } from '#web/session/use-session.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { FullScreenSpinner } from '#web/ui/full-screen-spinner.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { SiteLink } from '#web/ui/site-link.tsx';
import { Message } from '#web/ui/message.tsx';
import { BoosterFrame, FormSkeleton } from './booster-frame.tsx';
import { BoosterReturn } from './booster-return.tsx';
import { type BilledTo, type Booster, goToSuccess } from './booster.ts';
import { buyBooster } from './buy-booster.ts';

type Props = { booster: Booster; config: RuntimeConfig };

export default function BoosterCheckoutPage(props: Props) {
  const [search] = useSearchParams();
  const { kind } = useSession();
  const orderId = search.get('orderId');
  if (kind === 'guest') return <LogInFirst booster={props.booster} />;
  if (orderId !== null) return <BoosterReturn key={orderId} orderId={orderId} booster={props.booster} />;
  return <BuyerCheckout {...props} />;
}

const LogInFirst = ({ booster }: { booster: Booster }) => {
  const to = logInPath(useLocation());
  return (
    <BoosterFrame booster={booster}>
      <section aria-labelledby="log-in-first" className="grid justify-items-start gap-4">
        <h2 id="log-in-first" className="text-xl lg:text-2xl">
          Log in to buy this booster
        </h2>
        <p>
          A booster raises the credit limit of your account, so please log in first. You will return to this
          page.
        </p>
        <ButtonLink to={to} size="large">
          Log in
        </ButtonLink>
        <p className="text-sm text-muted">
          No account yet?{' '}
          <SiteLink to="/net-30-vendor" className="underline underline-offset-4 hover:text-accent">
            How a Net 30 account works
          </SiteLink>
        </p>
      </section>
    </BoosterFrame>
  );
};

function BuyerCheckout({ booster, config }: Props) {
  const [buyer, setBuyer] = useState<Buyer | 'failed' | null>(null);
  const [round, setRound] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round restarts the effect
  useEffect(() => {
    let isCurrent = true;
    readBuyer().then(
      (read) => isCurrent && setBuyer(read.buyer ?? 'failed'),
      () => isCurrent && setBuyer('failed'),
    );
    return () => {
      isCurrent = false;
    };
  }, [round]);
  if (buyer === 'failed')
    return (
      <Message title="This page could not be loaded">
        <p role="alert">We could not load your details. Nothing was charged.</p>
        <Button
          onClick={() => {
            setBuyer(null);
            setRound(round + 1);
          }}
        >
          Try again
        </Button>
      </Message>
    );
  if (buyer === null)
    return (
      <BoosterFrame booster={booster}>
        <FormSkeleton />
      </BoosterFrame>
    );
  return <Payable booster={booster} config={config} buyer={buyer} />;
}

const signedOut = {
  message: 'Your session has ended, so no order was placed and nothing was charged.',
  advice: 'Log in again to buy this booster.',
};

function Payable({ booster, config, buyer }: Props & { buyer: Buyer }) {
  const navigate = useNavigate();
  const pay: Pay = (billing, paymentMethod, signal, onStage) =>
    buyBooster({ call, storage: openStorage(), booster, paymentMethod, billing, signal, onStage });
  const onPaid = (orderId: string, billing: BillingDraft) =>
    goToSuccess(navigate, { booster, orderId, billing: billedTo(billing) });
  const purchase = usePurchase(pay, `/booster-checkout?boosterId=${booster.id}`, { onPaid, signedOut });
  const [initial] = useState(() => billingOf(buyer.user));
  const ignore = useCallback(() => undefined, []);
  const refusal = refusalFor(booster, buyer);
  if (refusal !== null) return <BoosterFrame booster={booster}>{refusal}</BoosterFrame>;
  if (purchase.isAlreadyPaid)
    return (
      <Message title="This order is already paid" takesFocus>
        <p>You have not been charged a second time.</p>
        <ButtonLink to="/profile">Back to Profile</ButtonLink>
      </Message>
    );
  const total = fromDollars(booster.price);
  const product = {
    id: booster.id,
    name: booster.title,
    priceCents: total,
    period: null,
    renewalCents: null,
  };
  return (
    <>
      <BoosterFrame booster={booster}>
        <CheckoutForm
          products={[product]}
          savesCard={false}
          totals={{ subtotalCents: total, discountCents: zero, totalCents: total }}
          config={config}
          purchase={purchase}
          isPerson
          cards={buyer.cards}
          credit={null}
          initial={initial}
          onSave={ignore}
          onLeave={async () => undefined}
          isSaved={false}
        />
      </BoosterFrame>
      {purchase.frozen !== null && (
        <FullScreenSpinner label="We are processing your payment" whenLong={purchase.waitingFor} />
      )}
    </>
  );
}

const billedTo = ({ firstName, lastName, email, phoneNumber, address, country }: BillingDraft): BilledTo => ({
  name: `${firstName} ${lastName}`.trim(),
  email,
  phone: phoneNumber,
  addressLine1: address,
  country: countryName(country),
});

/**
 * Shows a rejection that the server would send, before the visitor types anything. Null: it may be bought.
 */
function refusalFor(booster: Booster, { user, credit }: Buyer) {
  const approved = fromDollars(user.userCredits.approvedCredit);
  if (approved <= 0)
    return (
      <Notice tone="warn" title="Boosters need a Net 30 account">
        <p>
          A booster raises the limit of a Net 30 account, and you do not have one yet.{' '}
          <SiteLink to="/net-30-vendor" className="underline underline-offset-4 hover:text-accent">
            See how to get one
          </SiteLink>
        </p>
      </Notice>
    );
  if (credit?.isFrozen)
    return (
      <Notice tone="warn" title="Your credit is on hold">
        <p>
          A booster cannot be bought while credit is on hold.{' '}
          <SiteLink to="/profile/credit" className="underline underline-offset-4 hover:text-accent">
            See what to do
          </SiteLink>
        </p>
      </Notice>
    );
  if (potentialLimit(approved, fromDollars(booster.creditLimitIncrease)) !== null) return null;
  return (
    <Notice tone="warn" title="Your limit cannot rise above $50,000">
      <p>
        Your credit limit is {formatMoney(approved)}. This booster would raise it above our highest limit.
      </p>
      <p>
        <SiteLink to="/profile" className="underline underline-offset-4 hover:text-accent">
          Back to Profile
        </SiteLink>
      </p>
    </Notice>
  );
}
