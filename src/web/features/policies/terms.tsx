/** The terms, first half: what we are, who can buy, what an order means, and how it is paid. */
import { site } from '#content/site.ts';
import { MailLink } from '#web/ui/mail-link.tsx';
import { SiteLink } from '#web/ui/site-link.tsx';
import type { PolicySection } from './policy.ts';
import { CompanyName } from './contact-section.tsx';
import { legalSections } from './terms-legal.tsx';

export const inShort = [
  'We are a technology company. We prepare, file and coordinate. We give no legal advice.',
  'States, agencies, banks and credit platforms decide for themselves. We promise no approval, no visa and no score.',
  'Prices are in US dollars. Subscriptions renew automatically, at the current rate, until you cancel.',
  'Net 30 credit: half is invoiced now, half when the work is done. Each invoice is due within 30 days.',
  'Your information must be true: what you tell us goes on official forms.',
] as const;

const orders: PolicySection = {
  id: 'services-and-orders',
  title: 'Services and orders',
  body: (
    <>
      <p>
        The product card says what a service includes, what it does not include and how long it usually takes.
        A service without a price needs an evaluation first: you get a written price, and then you decide.
      </p>
      <p>
        An order is placed when you press the button that completes it, and accepted when we confirm it by
        email. We may decline an order, for example when the law forbids it or when we cannot verify your
        facts; we then refund what you paid.
      </p>
      <p>
        Most services need something from you: facts, documents, a signature. Times begin once we have all of
        it. They are estimates, not deadlines, because states, agencies and banks set their own pace. We file
        nothing for you until you confirm what we file.
      </p>
      <p>
        If we hear nothing from you for 12 months after asking at least three times, we may close the order.
        The <SiteLink to="/refund-policy">Refund Policy</SiteLink> says what we then refund.
      </p>
    </>
  ),
};

const prices: PolicySection = {
  id: 'prices-and-payment',
  title: 'Prices and payment',
  body: (
    <>
      <p>
        Prices are in US dollars. The total shown before you complete an order is what you pay. Fees of states
        and agencies are included only where the product says so. Your bank may add its own fee or use its own
        exchange rate. Taxes that you owe at home are yours to pay.
      </p>
      <p>
        Cards are charged by Stripe, our payment processor. By entering a card you confirm that you may use
        it. If you buy a subscription or save a card, Stripe keeps it for later charges you have agreed to.
      </p>
      <p>
        A discount code lowers the first payment only, unless it says otherwise. It cannot be paid out. If a
        price on the site is plainly a mistake, we tell you before we begin, and you can pay the correct price
        or get your money back.
      </p>
    </>
  ),
};

const subscriptions: PolicySection = {
  id: 'subscriptions',
  title: 'Subscriptions, renewal and cancellation',
  body: (
    <>
      <p>
        A subscription renews automatically at the end of each billing cycle (a month or a year) and is
        charged at the current rate, until you cancel. Price, period, the date of the next charge and how to
        cancel are shown before you pay, where you agree to them, and again on your receipt. A subscription
        that was bought before renewals started ends with the period on its receipt.
      </p>
      <p>
        You can cancel at any time in <SiteLink to="/profile/subscriptions">your profile</SiteLink>, or by
        contacting support: write to <MailLink subject="Cancel my subscription" />. The cancellation takes
        effect at the end of the billing cycle, and there is no refund for the remaining term. A change to a
        free plan is immediate, with no refund.
      </p>
      <p>
        If we change the price of a subscription you have, we tell you by email, so you can cancel first. You
        get the email 14 to 30 days before the first renewal at the new price.
      </p>
      <p>
        If we cannot charge a renewal, we tell you by email, with a link to replace the card, and try again
        after 3, 7 and 14 days. If it is not paid after 21 days, the subscription ends.
      </p>
    </>
  ),
};

const credit: PolicySection = {
  id: 'net-30-credit',
  title: 'Net 30 account credit',
  body: (
    <>
      <p>
        Net 30 credit is trade credit for business purchases from us. It is not a loan, not a card, and cannot
        be paid out or transferred. You can <SiteLink to="/profile/credit/apply">apply for it</SiteLink> after
        a first purchase that was paid by card, by giving us the facts of your company with its EIN. Most
        applications are decided at once. If one needs a review, we decide within 30 days. The rules are the
        same for every applicant, and a refusal comes with its reasons. You confirm that the facts are true; a
        change of the company after the approval is reviewed. How the limit of an open account rises, and what
        puts it on hold, is on the page of the <SiteLink to="/net-30-vendor">Net 30 vendor account</SiteLink>.
      </p>
      <ul>
        <li>
          <strong>Payment:</strong> 50 percent of the order is invoiced when you order, 50 percent when the
          work is done. Each invoice is due 30 days after its date. We charge no interest and no fee for the
          credit. We charge a card automatically on the due date only if you have turned on automatic
          payments.
        </li>
        <li>
          <strong>Late payment:</strong> if an invoice is not paid 30 days after its date, your credit goes on
          hold: you cannot buy anything more on credit until you pay everything that is overdue.
        </li>
        <li>
          <strong>Limits:</strong> we may raise, lower or end a limit, and tell you why. What you owe stays
          due.
        </li>
        <li>
          <strong>Boosters:</strong> a booster raises your credit limit with us once it is paid. It changes no
          score anywhere. If its payment is refunded in full or lost in a dispute, we take the increase back.
          If a part is refunded, we take back the same part, rounded down to the cent.
        </li>
        <li>Subscriptions cannot be bought on credit.</li>
        <li>
          <strong>Closing:</strong> you can close the account in your profile once nothing is owed or held for
          an order.
        </li>
      </ul>
    </>
  ),
};

export const sections: readonly PolicySection[] = [
  {
    id: 'agreement',
    title: 'This agreement',
    body: (
      <>
        <p>
          These terms are an agreement between you and <CompanyName /> (“{site.name}”, “we”). They apply when
          you use this site, create an account, buy from us or write to us through this site. Our{' '}
          <SiteLink to="/privacy-policy">Privacy Policy</SiteLink> and{' '}
          <SiteLink to="/refund-policy">Refund Policy</SiteLink> belong to them.
        </p>
        <p>If you act for a company, you confirm that you may bind it, and “you” means that company too.</p>
      </>
    ),
  },
  {
    id: 'no-law-firm',
    title: 'A technology company, not a law firm',
    body: (
      <>
        <p>
          {site.disclaimer} We are also not a bank, an accountant or a credit repair organization. We prepare
          forms from the facts you give us, file them as you direct, and coordinate independent professionals.
          Nothing on this site or in our messages is legal, tax, immigration or investment advice, and no
          attorney-client relationship is formed between you and us.
        </p>
        <p>
          Where a service needs a licensed professional, you choose and engage that professional. Their advice
          is theirs and their fee is separate, unless the product says otherwise. Ask one before you make a
          decision that matters.
        </p>
      </>
    ),
  },
  {
    id: 'who-can-use',
    title: 'Who can use our services',
    body: (
      <p>
        You must be at least 18 years old and able to make contracts. You may not use our services if the
        sanctions of the United States forbid us to serve you. You may not use them for a business that is
        illegal in the United States or where you are. We may ask for proof of who you are and who owns the
        company.
      </p>
    ),
  },
  {
    id: 'accounts',
    title: 'Accounts',
    body: (
      <p>
        You can buy as a guest. We then create an account for your email address, which you can use after you
        have confirmed the address and set a password. Keep your password to yourself, keep your details
        correct, and tell us at once if someone else has used your account. You can delete your account in
        your profile at any time. We then cancel orders that are not paid. Paid orders stay in our books
        without your name, so write to us first if one is still in progress. What you owe stays due.
      </p>
    ),
  },
  orders,
  prices,
  subscriptions,
  credit,
  ...legalSections,
];
