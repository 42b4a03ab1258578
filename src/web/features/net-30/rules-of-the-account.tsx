/** What happens after paying on time or late, what is reported, and what we cannot guarantee. */
import type { ReactNode } from 'react';
import { creditTerms } from '#kernel/credit-terms.ts';
import { formatMoney } from '#kernel/money.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { ArrowIcon } from '#web/ui/arrow-icon.tsx';
import { useSettings } from '#web/use-settings.ts';

export const RulesOfTheAccount = () => {
  const { credit } = useSettings();
  return (
    <section aria-labelledby="account-rules" className="page py-16 sm:py-24">
      <h2 id="account-rules" className="max-w-line text-2xl">
        The rules, the same for every account
      </h2>
      <div className="mt-8 grid grid-cols-1 gap-x-12 gap-y-12 lg:mt-12 lg:grid-cols-2">
        <Rule title="When you pay on time">
          <li>Each paid invoice makes its amount available again.</li>
          <li>
            When every invoice of an order was paid on time, the limit rises by{' '}
            {credit.bonusBasisPoints / 100}% of the order’s total, once. It never rises above{' '}
            {formatMoney(creditTerms.highestLimit)}.
          </li>
          <li>Your profile lists each change of the limit, with its date and its reason.</li>
        </Rule>
        <Rule title="When an invoice is late">
          <li>
            We remind you {credit.reminderDaysBefore} days before the due date, on the due date, and{' '}
            {inWords(credit.reminderDaysAfter)} days after it.
          </li>
          <li>
            An invoice that is not paid {creditTerms.daysToPay} days after its date puts the account on hold:
            no more purchases on credit. You can still buy by card.
          </li>
          <li>The hold ends as soon as everything past due is paid.</li>
          <li>An order with a late invoice gives no bonus.</li>
        </Rule>
        <Rule title="What is reported to Factiiv">
          <li>
            Nothing, until you connect your own account with Factiiv, a business credit platform, in your
            profile and agree to it.
          </li>
          <li>
            Then each card purchase and each renewal, as a trade that is paid in full: total and date. Free
            orders and boosters are not reported.
          </li>
          <li>
            Your Net 30 account is one trade line with its limit, balance and opening date; each invoice is a
            charge; each payment is reported with its days late, if there were any.
          </li>
          <li>
            For each report you see a receipt with the exact fields sent, and where it stands: waiting, sent,
            waiting for you, waiting for Factiiv, accepted, rejected or in dispute.
          </li>
        </Rule>
        <Rule title="What we do not promise">
          <li>No score, and no change in one. Others calculate scores, from more than our reports.</li>
          <li>
            No approval: neither ours before you apply, nor that of banks, card issuers or other vendors.
          </li>
          <li>
            A trade line counts only after you have confirmed it and Factiiv’s staff have accepted it. They
            may reject it. Late payments are reported too.
          </li>
        </Rule>
      </div>
      <WaysOn />
    </section>
  );
};

const WaysOn = () => {
  const { company } = useSettings();
  return (
    <div className="mt-14 flex flex-wrap items-center gap-x-8 gap-y-5 border-t-2 border-ink pt-8">
      <div className="flex flex-wrap gap-3">
        <ButtonLink to="/profile/credit/apply" size="large">
          Apply for an account
        </ButtonLink>
        <ButtonLink to="/products" size="large" variant="secondary">
          Make a first purchase
        </ButtonLink>
      </div>
      <p className="max-w-line">
        Questions first?{' '}
        <a href={company.phoneLink} className="money underline underline-offset-4 hover:text-accent">
          {company.phone}
        </a>
        , {company.openingHours}. For your books:{' '}
        <a href="/api/w-9/pdf" download className="underline underline-offset-4 hover:text-accent">
          our taxpayer information for your W-9 file (PDF)
        </a>
        .
      </p>
    </div>
  );
};

const inWords = (numbers: readonly number[]): string =>
  `${numbers.slice(0, -1).join(', ')} and ${numbers.at(-1)}`;

const Rule = ({ title, children }: { title: string; children: ReactNode }) => (
  <div className="border-t border-line pt-5">
    <h3 className="flex items-center gap-3 text-xl">
      <ArrowIcon className="size-5 text-accent" />
      {title}
    </h3>
    <ul className="mt-3 flex list-disc flex-col gap-2 ps-8 marker:text-credit">{children}</ul>
  </div>
);
