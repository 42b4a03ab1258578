/** The terms, second half: reporting, messages, prohibited use, liability, law, and changes. */
import { site } from '#content/site.ts';
import { MailLink } from '#web/ui/mail-link.tsx';
import { SiteLink } from '#web/ui/site-link.tsx';
import { contactSection } from './contact-section.tsx';
import type { PolicySection } from './policy.ts';

const liability: PolicySection = {
  id: 'liability',
  title: 'Our liability',
  body: (
    <>
      <p>
        To the extent the law allows, we are not liable for lost profit, lost business, lost data or other
        indirect damages. To the same extent, we are not liable for the decisions and delays of states,
        agencies, banks, credit platforms and other third parties. The same is true of damages caused by facts
        or documents that were wrong or late.
      </p>
      <p>
        To the same extent, our liability for all claims that arise from one order is limited to what you paid
        us for that order. For all other claims, it is limited to the higher of 100 US dollars and what you
        paid us in the 12 months before the claim.
      </p>
      <p>
        Nothing in these terms limits liability that the law does not allow to be limited, such as liability
        for fraud or intentional harm. Nothing in them limits the rights you have as a consumer.
      </p>
    </>
  ),
};

const disputes: PolicySection = {
  id: 'law-and-disputes',
  title: 'Law and disputes',
  body: (
    <>
      <p>
        Please tell us first: write to <MailLink subject="Complaint" />, and we will try to settle the matter
        with you within 30 days.
      </p>
      <p>
        The law of the State of Wyoming and the federal law of the United States apply, without their rules on
        the conflict of laws. The UN Convention on Contracts for the International Sale of Goods does not
        apply. Disputes we cannot settle go to the state or federal courts in Wyoming, and both sides accept
        their jurisdiction. Consumers keep the protection of the mandatory law of the country where they live,
        and may go to a court there if that law says so.
      </p>
    </>
  ),
};

export const legalSections: readonly PolicySection[] = [
  {
    id: 'credit-reporting',
    title: 'Reporting to Factiiv',
    body: (
      <>
        <p>
          If you connect your account to Factiiv and agree, we report your card purchases, your renewals and
          your Net 30 account there, good and bad. We report until you stop it or disconnect. We do not report
          anyone else’s purchases. We report what is true and correct what is wrong. The{' '}
          <SiteLink to="/privacy-policy">Privacy Policy</SiteLink> says what is sent.
        </p>
        <p>
          Factiiv decides what it accepts, shows and scores. We promise no score, no change of a score, and no
          credit from anyone. Your use of Factiiv is under its own terms.
        </p>
      </>
    ),
  },
  {
    id: 'messages',
    title: 'Email and text messages',
    body: (
      <>
        <p>
          You agree that we may send notices about your account and your orders by email, and that they count
          as written notices. Keep your address up to date.
        </p>
        <p>
          We send customer-care text messages only if you have agreed to them separately. Message frequency
          varies. Message and data rates may apply. Reply STOP to end them or HELP for help. Mobile carriers
          are not liable for delayed or undelivered messages. No purchase depends on this consent.
        </p>
      </>
    ),
  },
  {
    id: 'your-duties',
    title: 'What we ask of you',
    body: (
      <>
        <p>You agree:</p>
        <ul>
          <li>to give us true and complete facts and documents, and to correct them when they change;</li>
          <li>to read what we prepare before you confirm or sign it;</li>
          <li>
            to meet the duties of your company, such as taxes, reports and licenses. Our reminders help but do
            not replace that;
          </li>
          <li>not to use our services for fraud, money laundering or anything else that is illegal;</li>
          <li>
            not to attack, overload, copy or resell this site, and not to use programs to send us messages or
            orders in bulk.
          </li>
        </ul>
        <p>
          If a third party makes a claim against us because you broke these duties, you cover the damages and
          the reasonable cost of our defense.
        </p>
      </>
    ),
  },
  {
    id: 'content-of-this-site',
    title: 'Content of this site',
    body: (
      <p>
        The text, drawings and software on this site belong to us or to those who allow us to use them. You
        may read and print them for your own use. What we make for you as a paid service, such as a logo or a
        website, belongs to you once it is paid. Our articles are general information as of the date they
        carry. Rules and fees change.
      </p>
    ),
  },
  {
    id: 'third-parties',
    title: 'Services of others',
    body: (
      <p>
        Stripe, Factiiv, states, agencies, banks and independent professionals work under their own terms. We
        are not responsible for what they do, and a link to a site does not recommend everything on it.
      </p>
    ),
  },
  {
    id: 'no-warranty',
    title: 'What we do not promise',
    body: (
      <p>
        We work with the care the work requires, and correct our mistakes. Beyond that, and to the extent the
        law allows, this site and our services are provided “as is”. We promise no particular result: no
        approval of a filing, account, trademark or visa, no credit score, no credit and no sales. We do not
        promise that the site will always work without interruption.
      </p>
    ),
  },
  liability,
  {
    id: 'ending',
    title: 'Suspension and termination',
    body: (
      <p>
        You may stop using our services at any time. We may pause or close an account that breaks these terms,
        puts others at risk or owes an overdue amount, and tell you why unless the law forbids it. What was
        earned before stays due, and the sections on liability and law continue to apply.
      </p>
    ),
  },
  disputes,
  {
    id: 'changes',
    title: 'Changes to these terms',
    body: (
      <p>
        When we change these terms, we publish the new text here. The terms in effect on the day you placed an
        order apply to that order. If you have an account or a subscription, we tell you by email at least 14
        days before a change that matters. You can end either before it takes effect.
      </p>
    ),
  },
  {
    id: 'general',
    title: 'General',
    body: (
      <p>
        These terms and the two policies are the whole agreement. If a part is invalid, the rest stays in
        effect. If we do not use a right immediately, we keep it. You may not transfer the agreement without
        our consent. We may transfer it with our business. Neither side is liable for delays caused by events
        beyond its control. {site.name} writes in English, and the English text is the one that counts.
      </p>
    ),
  },
  contactSection,
];
