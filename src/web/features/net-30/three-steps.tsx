/** How to get the account: the specified three steps, each with what we ask and what happens next. */
import { creditTerms } from '#kernel/credit-terms.ts';
import { formatMoney } from '#kernel/money.ts';
import { SiteLink } from '#web/ui/site-link.tsx';
import type { ReactNode } from 'react';
import { useSettings } from '#web/use-settings.ts';

const linkStyle = 'underline decoration-accent decoration-2 underline-offset-4 hover:text-accent';

export const ThreeSteps = () => {
  const { credit } = useSettings();
  return (
    <section aria-labelledby="three-steps" className="page py-16 sm:py-24">
      <h2 id="three-steps" className="text-2xl">
        Three steps to the account
      </h2>
      <ol className="mt-8 lg:mt-12">
        <Step number={1} title="Make a first purchase">
          <p>
            Buy one of our{' '}
            <SiteLink to="/products" className={linkStyle}>
              products
            </SiteLink>{' '}
            by card. Any product will do. It shows us that you can pay before we give you credit.
          </p>
        </Step>
        <Step number={2} title="Give the company information, with the EIN">
          <p>
            Legal name, company type, state and date of formation, EIN, US business address, phone, website,
            and your role in the company. You confirm that it is true.{' '}
            <SiteLink to="/profile/credit/apply" className={linkStyle}>
              Enter it in your profile
            </SiteLink>
            .
          </p>
          <p>
            We check the form of the EIN, store it encrypted, and show only its last four digits. No EIN yet?
            We{' '}
            <SiteLink to="/products" className={linkStyle}>
              file for one
            </SiteLink>
            .
          </p>
          <p>
            A US company that is at least {creditTerms.youngestDays} days old, whose name, address and phone
            are the same in your profile, your company information and your order, is approved right away. A
            person reviews younger companies and facts that differ. Companies that are not formed in the
            United States are declined.
          </p>
          <p>
            Your nationality, sex, religion, marital status and age play no part in the decision. A refusal
            comes with its reasons, what to change, and the earliest day to apply again,{' '}
            {creditTerms.applyAgainAfterDays} days later.
          </p>
        </Step>
        <Step number={3} title="Check the new credit limit">
          <p>
            After approval your profile shows a limit of {formatMoney(credit.firstLimit)}. From then on the
            checkout offers “Purchase with Credit” for every order of {formatMoney(creditTerms.smallestOrder)}{' '}
            or more that fits within your available credit.
          </p>
          <p>
            Subscriptions, such as the US address, cannot be bought on credit. All other{' '}
            <SiteLink to="/products" className={linkStyle}>
              products with a price
            </SiteLink>{' '}
            can.
          </p>
        </Step>
      </ol>
    </section>
  );
};

const Step = ({ number, title, children }: { number: number; title: string; children: ReactNode }) => (
  <li className="grid grid-cols-1 gap-x-8 gap-y-4 border-t-2 border-ink py-7 sm:grid-cols-12 sm:items-baseline sm:py-9">
    <div className="flex items-baseline gap-5 sm:col-span-5">
      <span aria-hidden="true" className="font-display text-3xl font-semibold text-credit">
        {number}
      </span>
      <h3 className="text-xl">{title}</h3>
    </div>
    <div className="flex max-w-line flex-col gap-3 sm:col-span-7">{children}</div>
  </li>
);
