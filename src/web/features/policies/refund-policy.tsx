/**
 * The refund policy. The rules for subscriptions are fixed by the specification; the rest covers single
 * orders.
 */
import { site } from '#content/site.ts';
import { MailLink } from '#web/ui/mail-link.tsx';
import { SiteLink } from '#web/ui/site-link.tsx';
import { CompanyName, contactSection, PhoneLink } from './contact-section.tsx';
import type { PolicySection } from './policy.ts';

export const inShort = [
  'Subscriptions renew automatically, at the current rate, until you cancel.',
  'You can cancel at any time. It takes effect at the end of the billing cycle you have paid for.',
  'We do not refund the remaining term. A change to a free plan is immediate, with no refund.',
  'If we have not begun a single service, you can cancel it and get a refund.',
] as const;

export const sections: readonly PolicySection[] = [
  {
    id: 'scope',
    title: 'What this policy covers',
    body: (
      <>
        <p>
          This policy is part of our <SiteLink to="/terms">Terms and Conditions</SiteLink>. It says what we
          refund, and when, for everything you buy from <CompanyName /> (“{site.name}”, “we”) on this site.
        </p>
        <p>
          It does not take away any right that the law of your country gives you and that a contract cannot
          remove.
        </p>
      </>
    ),
  },
  {
    id: 'renewal',
    title: 'Subscriptions renew automatically',
    body: (
      <>
        <p>
          A subscription renews automatically at the end of each billing cycle, which is a month or a year as
          shown on the product, at checkout and on your receipt. It continues until you cancel.
        </p>
        <p>
          Each renewal is charged at the current rate: the price of the subscription on the day it renews. If
          we change the price of a subscription you have, we tell you by email, so you can cancel first. You
          get the email 14 to 30 days before the first renewal at the new price. A discount lowers the first
          payment only, unless it says otherwise.
        </p>
        <p>We charge the renewal to the card you paid with, or to the card you replaced it with.</p>
        <p>A subscription that was bought before renewals started ends with the period on its receipt.</p>
      </>
    ),
  },
  {
    id: 'cancellation',
    title: 'How to cancel a subscription',
    body: (
      <>
        <p>
          You can cancel at any time, for any reason. Cancel in{' '}
          <SiteLink to="/profile/subscriptions">your profile</SiteLink>, in two clicks, or by contacting
          support: write to <MailLink subject="Cancel my subscription" />, call <PhoneLink />, or use the{' '}
          <SiteLink to="/contact-us">contact form</SiteLink>.
        </p>
        <p>
          The cancellation takes effect at the end of the billing cycle in which you cancel. Until then, you
          keep the service. After that, we charge nothing more. We answer every cancellation by email.
        </p>
      </>
    ),
  },
  {
    id: 'remaining-term',
    title: 'No refund for the remaining term',
    body: (
      <p>
        If you cancel in the middle of a billing cycle, we do not refund the rest of that cycle, in full or in
        part. You can use the service until the cycle ends.
      </p>
    ),
  },
  {
    id: 'downgrade',
    title: 'Change to a free plan',
    body: (
      <p>
        Where a service has a free plan, a change from a paid plan to the free plan takes effect immediately.
        The paid features end at once, and there is no refund for the time left. To use the time you have paid
        for, cancel instead, and change once the billing cycle ends.
      </p>
    ),
  },
  {
    id: 'single-services',
    title: 'Single services',
    body: (
      <>
        <p>A single service is one that you pay for once, such as a filing or a design.</p>
        <ul>
          <li>
            <strong>Before we begin:</strong> write to us, and we cancel the order and refund what you paid
            for it.
          </li>
          <li>
            <strong>After we have begun:</strong> work that is done, and fees that we have paid to a state, an
            agency, a notary or another third party for you, cannot be refunded. We refund any part of the
            price that is left, and show you how we calculated it.
          </li>
          <li>
            <strong>When the service is complete:</strong> there is no refund. If we made a mistake, tell us:
            we correct our mistakes at no charge.
          </li>
          <li>
            <strong>If we cannot do it:</strong> when we cannot provide a service for a reason on our side, we
            refund its price in full.
          </li>
        </ul>
        <p>
          States, agencies and banks decide for themselves. If one of them takes longer than usual or says no,
          although we did our work as described, that alone is not a reason for a refund.
        </p>
      </>
    ),
  },
  {
    id: 'credit-purchases',
    title: 'Purchases on Net 30 credit',
    body: (
      <p>
        For an order on credit, a refund first lowers what you still owe for that order. We pay back only what
        you have paid beyond that. If an order is canceled before any work, you get back the credit it used.
      </p>
    ),
  },
  {
    id: 'how-refunds-are-paid',
    title: 'How a refund is paid',
    body: (
      <>
        <p>
          A refund goes to the card you paid with. We start it within 5 business days after we agree to it.
          Your bank then usually needs 5 to 10 business days to show it. It is made in US dollars, so the
          amount in your currency can differ from what you paid.
        </p>
        <p>
          Please write to us before you dispute a charge with your bank. We can settle most questions faster
          that way, and you lose no rights by asking us first.
        </p>
      </>
    ),
  },
  contactSection,
];
