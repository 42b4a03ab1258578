/**
 * The profile page. Renders nothing without a user: the guard clears storage and redirects to login.
 * `?order=` shows one of the user's orders instead.
 */
import '#web/without-eval.ts';
import { lazy, Suspense } from 'react';
import { useSearchParams } from 'react-router';
import { Drawing } from '#web/art/drawing.tsx';
import errorArt from '#web/art/error.svg?url';
import type { RuntimeConfig } from '#web/features/cards/card-provider.ts';
import type { CurrentUser } from '#web/session/api.ts';
import { Guarded } from '#web/session/guarded.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { SiteLink } from '#web/ui/site-link.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { NoOrders } from './no-orders.tsx';
import { OwnOrder, OwnOrders } from './own-orders.tsx';
import { PasswordSection } from './password-section.tsx';
import { PaymentSection } from './payment-section.tsx';
import { PersonalDetails } from './personal-details.tsx';
import { ProfileFrame, ProfileSkeleton } from './profile-frame.tsx';
import { Section } from './section.tsx';
import { SessionsSection } from './sessions-section.tsx';
import { useCardReturn } from './use-card-return.ts';

const CreditOverview = lazy(() => import('#web/features/credit/credit-overview.tsx'));
const ConnectSection = lazy(() => import('#web/features/reporting/connect-section.tsx'));
const TwoFactorSection = lazy(() => import('./two-factor-section.tsx'));
const EmailSection = lazy(() => import('./email-section.tsx'));
const DataSection = lazy(() => import('./data-section.tsx'));

export default function ProfilePage({ config }: { config: RuntimeConfig }) {
  const [search] = useSearchParams();
  const isBack = useCardReturn(config);
  const orderId = search.get('order');
  return (
    <Guarded
      what="Your profile"
      skeleton={<ProfileSkeleton />}
      picture={<Drawing file={errorArt} className="w-44 md:w-full" />}
    >
      {(user) =>
        orderId === null ? (
          <Profile user={user} config={config} open={isBack ? 'cards' : search.get('section')} />
        ) : (
          <OwnOrder key={orderId} user={user} id={orderId} />
        )
      }
    </Guarded>
  );
}

/** `open`: the section that is expanded at first. */
const Profile = ({
  user,
  config,
  open,
}: {
  user: CurrentUser;
  config: RuntimeConfig;
  open: string | null;
}) => (
  <ProfileFrame person={<PersonalDetails user={user} />}>
    <Suspense fallback={<Skeleton className="h-72" />}>
      <CreditOverview user={user} />
    </Suspense>
    {user.orders.length > 0 ? <OwnOrders user={user} /> : <NoOrders />}
    <div className="border-t border-line">
      <Section title="Connect to Factiiv" hint={factiivHint(user)} startsOpen={open === 'factiiv'}>
        <ConnectSection user={user} />
      </Section>
      <Section title="Payment Info" hint="Your saved cards" startsOpen={open === 'cards'}>
        <PaymentSection user={user} config={config} />
      </Section>
      <SubscriptionsLink />
      <Section title="Email address" hint="Change the address that you log in with">
        <EmailSection user={user} />
      </Section>
      <Section title="Password Info" hint="Change your password">
        <PasswordSection user={user} />
      </Section>
      <Section
        title="Two-factor log-in"
        hint={user.twoFactorEnabled ? 'It is on' : 'A code from your phone at each log-in'}
        startsOpen={open === 'two-factor'}
      >
        <TwoFactorSection user={user} />
      </Section>
      <Section title="Where you are logged in" hint="Your devices and sessions">
        <SessionsSection />
      </Section>
      <Section title="Your data" hint="Download it, or delete your account">
        <DataSection user={user} />
      </Section>
    </div>
  </ProfileFrame>
);

const factiivHint = ({ factBusinessId }: CurrentUser): string =>
  factBusinessId === null
    ? 'Have your purchases reported to your business credit file'
    : 'Your score, your trade lines and your reports';

/** A page instead of a section: the sections here are collapsed by default. */
const SubscriptionsLink = () => (
  <SiteLink
    to="/profile/subscriptions"
    className="flex min-h-18 items-center justify-between gap-4 border-b border-line py-4 hover:text-accent"
  >
    <span className="min-w-0">
      <span className="block font-display text-lg leading-tight font-semibold">Subscriptions</span>
      <span className="text-sm text-muted">Next charges, cards, cancellation</span>
    </span>
    <Icon name="chevron" className="size-5 -rotate-90" />
  </SiteLink>
);
