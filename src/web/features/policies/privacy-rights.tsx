/** The privacy policy, second half: reporting, text messages, retention, and the rights of data subjects. */
import { inWords, retentionOf } from '#kernel/retention.ts';
import { site } from '#content/site.ts';
import { MailLink } from '#web/ui/mail-link.tsx';
import { contactSection } from './contact-section.tsx';
import type { PolicySection } from './policy.ts';

const reporting: PolicySection = {
  id: 'credit-reporting',
  title: 'Reporting to Factiiv',
  body: (
    <>
      <p>
        Factiiv is a platform for business credit. Nothing about you is sent there unless you connect your
        account in your profile and agree. From then on, we report card purchases and renewals, including
        earlier ones: the total, the date, and that they are paid. For a Net 30 account, we report its limit,
        what you owe, its opening date, each invoice, each payment, and how many days late it was. We never
        send your EIN, your cards or your address.
      </p>
      <p>
        Other businesses may see what Factiiv shows about your company. You can stop the reports or disconnect
        at any time in your profile. We then send nothing more. Each report has a receipt there with the exact
        fields we sent. What we reported before stays with Factiiv under its own rules. If something we
        reported is wrong, tell us next to its receipt: a person answers within 30 days, and we correct what
        is wrong.
      </p>
    </>
  ),
};

const textMessages: PolicySection = {
  id: 'text-messages',
  title: 'Text messages',
  body: (
    <>
      <p>
        We send customer-care text messages only to people who have agreed to them by checking a separate box.
        That consent is optional, and no purchase depends on it. How many messages you get depends on your
        questions and orders. Message and data rates may apply.
      </p>
      <p>
        Reply <strong>STOP</strong> to any message to end them, or <strong>HELP</strong> for help, or write to{' '}
        <MailLink />. We do not share your phone number or your consent with third parties or affiliates for
        their marketing.
      </p>
    </>
  ),
};

const retention: PolicySection = {
  id: 'retention',
  title: 'How long we keep it',
  body: (
    <>
      <ul>
        <li>
          <strong>Orders, invoices and payments:</strong> 7 years after the end of the year in which they were
          made, for tax and accounting. We keep them that long even if you delete your account, but then
          without your name, email, phone number and street address.
        </li>
        <li>
          <strong>Your account:</strong> until you delete it. An account without an order whose email address
          is never confirmed: {inWords(retentionOf.unconfirmedDays)}, or {inWords(retentionOf.endedLinkDays)}{' '}
          after the last link we sent for it ended, if that is later.
        </li>
        <li>
          <strong>Notes our staff write</strong> about you or your orders: until you delete your account.
        </li>
        <li>
          <strong>What the card processor reports to us,</strong> word by word, with the names and addresses
          in it: {inWords(retentionOf.reportDays)}. The record that there was a report:{' '}
          {inWords(retentionOf.reportRowDays)}.
        </li>
        <li>
          <strong>Your attempts to save a card,</strong> with the name on it:{' '}
          {inWords(retentionOf.cardSetupDays)}. The saved card itself: until you remove it or delete your
          account.
        </li>
        <li>
          <strong>Your log-ins,</strong> with device and IP address: {inWords(retentionOf.endedSessionDays)}{' '}
          after the log-in ends.
        </li>
        <li>
          <strong>The security record,</strong> with the IP address of each entry: for as long as we run this
          site, even after you delete your account. Its entries are protected against change and removal, even
          by us, so they can prove what happened. They identify you by a number, not by your name or email
          address.
        </li>
        <li>
          <strong>Carts without an order:</strong> {inWords(retentionOf.cartDays)} after the last change. That
          we reminded you of one: {inWords(retentionOf.reminderDays)}. If you asked for no reminders, we keep
          a code made from your email address, so that we send none. We keep it for as long as we run this
          site, even after you delete your account. Your address cannot be read from it.
        </li>
        <li>
          <strong>Documents for a service:</strong> until the service is complete, and after that only as long
          as the law requires.
        </li>
        <li>
          <strong>Messages from the contact form:</strong> {inWords(retentionOf.messageDays)}. Messages that
          look automated: {inWords(retentionOf.suspectedMessageDays)}.
        </li>
        <li>
          <strong>Emails about your orders and your account:</strong> their text for{' '}
          {inWords(retentionOf.emailTextDays)}. The record that we sent them, when and about what stays with
          your orders.
        </li>
        <li>
          <strong>Consents:</strong> {inWords(retentionOf.consentDays)}, so we can prove them.
        </li>
        <li>
          <strong>What we reported to Factiiv and its receipts:</strong> for as long as we run this site, so
          that they can be proven, but without your Factiiv identity once you delete your account. Your
          scores: until you delete your account.
        </li>
        <li>
          <strong>Company information for Net 30 credit, with the EIN:</strong> until you delete your account.
          If an account was closed with unpaid invoices, we keep a code made from the EIN so we can recognize
          the company. The EIN cannot be read from it.
        </li>
        <li>
          <strong>The record of credit decisions and limits:</strong> as long as your credit account exists,
          and for 7 years after that.
        </li>
      </ul>
      <p>
        Copies in backups last a little longer, until the backup is overwritten. A file of a list that our
        staff exported is deleted after {inWords(retentionOf.listFileDays)}.
      </p>
    </>
  ),
};

const rights: PolicySection = {
  id: 'your-rights',
  title: 'Your rights',
  body: (
    <>
      <p>Wherever you live, you can:</p>
      <ul>
        <li>
          <strong>download</strong> the data we hold about you, in your profile;
        </li>
        <li>
          <strong>correct</strong> it, in your profile;
        </li>
        <li>
          <strong>delete</strong> your account, in your profile. We then remove what we do not have to keep.
          Orders, invoices and the security record stay for the time given above, and you must still pay open
          invoices;
        </li>
        <li>
          <strong>withdraw</strong> a consent at any time, for what comes after;
        </li>
        <li>
          <strong>object</strong> to a use that rests on our legitimate interest, or ask us to restrict it;
        </li>
        <li>
          <strong>ask a person</strong> to review a decision that a rule made about you.
        </li>
      </ul>
      <p>
        No account? Write to <MailLink subject="My data" />. We may ask for proof that the data is yours. We
        answer within 30 days, at no charge, and we do not treat you worse for using a right. Someone you name
        in writing may ask on your behalf.
      </p>
      <p>
        If you live in the European Economic Area, the United Kingdom or Switzerland, you can also complain to
        the data protection authority of your country. If you live in California or another US state with a
        privacy law, it gives you these rights: to know, correct and delete your data, and to take a copy of
        it with you. We do not sell or share it as those laws define it.
      </p>
    </>
  ),
};

export const rightsSections: readonly PolicySection[] = [
  reporting,
  textMessages,
  retention,
  rights,
  {
    id: 'where',
    title: 'Where it is kept',
    body: (
      <p>
        We work in the United States, and your data is processed there and where the companies that work for
        us are. These countries may protect data less than yours does. Where your law requires it, we rely on
        standard contractual clauses or another basis it accepts. If you order from us, some data must go to
        the United States, because that is where we provide the service.
      </p>
    ),
  },
  {
    id: 'security',
    title: 'How we protect it',
    body: (
      <p>
        Connections are encrypted. Passwords are stored as hashes. EINs and two-factor log-in secrets are
        encrypted with a key that is not in the database. Our staff see only what their work requires. No
        system is perfectly safe: if your data is ever exposed, we tell you and the authorities as the law
        requires.
      </p>
    ),
  },
  {
    id: 'children',
    title: 'Children',
    body: (
      <p>
        Our services are for people who are 18 or older. We do not knowingly collect data from children. If
        you believe we did, write to us and we will delete it.
      </p>
    ),
  },
  {
    id: 'changes',
    title: 'Changes to this policy',
    body: (
      <p>
        When we change this policy, we publish the new text here with its date. If a change matters for you
        and you have an account at {site.name}, we tell you by email before it takes effect.
      </p>
    ),
  },
  contactSection,
];
