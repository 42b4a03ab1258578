/**
 * The privacy policy, first half: who we are, which data we hold, why, and who receives it. It describes only
 * what the site does.
 */
import { site } from '#content/site.ts';
import { MailLink } from '#web/ui/mail-link.tsx';
import { SiteLink } from '#web/ui/site-link.tsx';
import type { PolicySection } from './policy.ts';
import { CompanyName } from './contact-section.tsx';
import { rightsSections } from './privacy-rights.tsx';

export const inShort = [
  'We collect what we need to sell and provide our services, and nothing for advertising. We do not sell personal data.',
  'Card payments go through Stripe. We never see your card number.',
  'Your purchases are reported to Factiiv only if you connect your account and agree to it.',
  'We send text messages only if you agree. Reply STOP to end them.',
  'You can download your data and delete your account in your profile. We keep orders as long as the law requires.',
] as const;

const dataWeCollect: PolicySection = {
  id: 'data-we-collect',
  title: 'What we collect',
  body: (
    <>
      <p>Most of it comes from you:</p>
      <ul>
        <li>
          <strong>When you buy:</strong> your name, email, country, phone number and address, what you order,
          the discount code, and the result of the payment. We save the checkout form as you type, so you can
          finish it later.
        </li>
        <li>
          <strong>Guest orders:</strong> when you buy without an account, we create one for your email
          address. It cannot be used until you confirm the address and set a password.
        </li>
        <li>
          <strong>Your account:</strong> name, username, email, phone, address, city and country. We store
          your password only as a hash, which cannot be turned back into the password.
        </li>
        <li>
          <strong>Saved cards:</strong> if you save a card, we keep its brand, its last four digits, its
          expiration date and a reference from the card processor. The full number and the security code go
          directly to the processor.
        </li>
        <li>
          <strong>Business credit:</strong> if you apply for Net 30 credit, we ask for facts about your
          company: its legal name, form, state and date of formation, address, phone, website and EIN, and
          your role in it. We store the EIN encrypted, and everyone, including you, sees only its last four
          digits. We also keep each decision with the facts and rules that led to it, and your credit
          purchases, invoices, payments and limits.
        </li>
        <li>
          <strong>Documents for a service:</strong> some services need copies of documents, such as your
          passport. We ask only for those the service needs.
        </li>
        <li>
          <strong>Messages:</strong> what you write to us, and the fields of the contact form.
        </li>
        <li>
          <strong>Consents:</strong> what you agreed to, in what words, when and on which page. For text
          messages, also your phone number and the IP address you agreed from.
        </li>
      </ul>
      <p>Some of it comes from your device or from others:</p>
      <ul>
        <li>
          <strong>Technical data:</strong> our servers see the IP address of each request. They count requests
          by address, for up to an hour, to stop abuse. Our log of requests holds no IP addresses and no
          search terms.
        </li>
        <li>
          <strong>Your log-ins:</strong> for each, the device and the IP address, and when it began and was
          last used. Your profile shows each device and its times, so that you can end one that is not yours.
        </li>
        <li>
          <strong>The security record:</strong> who logged in, changed an account or an order, and when, with
          the IP address of the request. It shows us what happened after abuse or a mistake.
        </li>
        <li>
          <strong>From the card processor:</strong> whether a payment, refund or dispute succeeded.
        </li>
        <li>
          <strong>From Factiiv:</strong> if you connect your account, your score, your trade lines and the
          status of what was reported.
        </li>
      </ul>
    </>
  ),
};

const deviceSection: PolicySection = {
  id: 'your-device',
  title: 'What we store on your device',
  body: (
    <p>
      We set no cookies and use no advertising or analytics services. Your browser keeps your cart, the key to
      the unfinished checkout form that we save for you and, when you log in, the tokens that keep you logged
      in. You can delete all of it in your browser settings. Logging out deletes it too. On pages with card
      fields, the card processor may set its own cookies to prevent fraud.
    </p>
  ),
};

const purposes: PolicySection = {
  id: 'purposes',
  title: 'Why we use it',
  body: (
    <>
      <p>
        We use personal data for these purposes. The legal basis, where the law of your country requires one,
        is in parentheses.
      </p>
      <ul>
        <li>To sell, provide, invoice and support our services (contract).</li>
        <li>To run your account and keep it safe (contract).</li>
        <li>
          To decide about Net 30 credit, by the same rules for every applicant. Nationality, sex, religion,
          marital status and age are never used. We use: whether a first purchase by card was paid, whether
          the company is formed in the United States, how old it is, and its EIN. We also use whether name,
          address and phone agree with your profile and orders, and earlier unpaid invoices with us. You can
          ask for a person to review a decision (contract).
        </li>
        <li>To report your purchases and payments to Factiiv, if you connect your account (consent).</li>
        <li>To send you text messages about your questions and orders, if you agree (consent).</li>
        <li>To answer messages (legitimate interest).</li>
        <li>To prevent fraud and abuse, and to keep our systems working (legitimate interest).</li>
        <li>To keep our books, pay taxes and meet other legal duties (legal obligation).</li>
      </ul>
      <p>We use your documents and messages only for the service or the answer you asked for.</p>
    </>
  ),
};

const recipients: PolicySection = {
  id: 'recipients',
  title: 'Who receives it',
  body: (
    <>
      <p>
        We do not sell personal data, and we do not share it for advertising. It goes only to those who need
        it:
      </p>
      <ul>
        <li>
          <strong>Stripe</strong> processes card payments, invoices and renewals, and checks them for fraud.
          For this it receives your billing details and what you pay. Stripe is responsible for the card data
          it collects:{' '}
          <a href="https://stripe.com/privacy" rel="noopener">
            Stripe’s privacy policy
          </a>
          .
        </li>
        <li>
          <strong>Factiiv</strong> receives the facts of your purchases and payments, only with your consent.
          See the next section.
        </li>
        <li>
          <strong>Agencies and partners for your order:</strong> such as a state or the IRS for a filing, a
          notary, or an independent attorney you choose. Each receives only what the order needs.
        </li>
        <li>
          <strong>Companies that work for us:</strong> companies that host our servers and deliver our email
          and text messages. They follow our instructions and may not use the data for themselves.
        </li>
        <li>
          <strong>Authorities and courts,</strong> where the law requires it, and{' '}
          <strong>a successor,</strong> if our business is transferred, which must then follow this policy.
        </li>
      </ul>
    </>
  ),
};

export const sections: readonly PolicySection[] = [
  {
    id: 'who-we-are',
    title: 'Who we are and what this covers',
    body: (
      <>
        <p>
          <CompanyName /> (“{site.name}”, “we”) runs this site and is responsible for the personal data
          described here. This policy covers this site, your account, your orders and your contact with us. It
          does not cover other sites we link to.
        </p>
        <p>
          It is part of our <SiteLink to="/terms">Terms and Conditions</SiteLink>. For any question about your
          data, write to <MailLink />.
        </p>
      </>
    ),
  },
  dataWeCollect,
  deviceSection,
  purposes,
  recipients,
  ...rightsSections,
];
