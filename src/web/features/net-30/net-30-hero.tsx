/** The top of the Net 30 page: what the account is, in the specification's terms, and the key figures. */
import type { ReactNode } from 'react';
import { creditTerms } from '#kernel/credit-terms.ts';
import { formatMoney } from '#kernel/money.ts';
import { Drawing } from '#web/art/drawing.tsx';
import homeArt from '#web/art/home.svg?url';
import { ButtonLink } from '#web/ui/button.tsx';
import { useSettings } from '#web/use-settings.ts';

export const Net30Hero = () => {
  const { credit } = useSettings();
  return (
    <div className="overflow-hidden bg-credit-soft">
      <div className="page grid grid-cols-1 items-center gap-x-8 lg:grid-cols-12">
        <div className="pt-10 pb-6 sm:pt-14 lg:col-span-6 lg:py-20">
          <h1 className="text-3xl">Net 30 vendor account</h1>
          <p className="mt-6 max-w-line text-lg">
            Buy our services and pay by invoice: 50% now and 50% when the work is done. You have{' '}
            {creditTerms.daysToPay} days to pay each invoice. The price is the same as by card.
          </p>
          <p className="mt-3 max-w-line">
            Pay on time, and your limit rises by the rules on this page. If you connect an account with
            Factiiv, a business credit platform, and agree, your card purchases, renewals and Net 30 account
            are reported there.
          </p>
          <p className="mt-3 max-w-line font-semibold">Most applications are decided right away.</p>
          <div className="mt-8 flex flex-wrap gap-3">
            <ButtonLink to="/profile/credit/apply" size="large">
              Apply for an account
            </ButtonLink>
            <ButtonLink to="#qualify" size="large" variant="secondary">
              See whether you qualify
            </ButtonLink>
          </div>
        </div>
        <div className="w-full max-w-form justify-self-center lg:col-span-6 lg:-me-6 lg:w-auto lg:max-w-none lg:justify-self-stretch">
          <Drawing file={homeArt} part="invoices" size="640 500" className="w-full" />
        </div>
      </div>
      <dl className="page grid grid-cols-2 gap-x-6 gap-y-6 pt-4 pb-10 lg:grid-cols-4 lg:gap-x-8 lg:pb-14">
        <Figure what="first limit, after approval">{formatMoney(credit.firstLimit)}</Figure>
        <Figure what="to pay each invoice">{creditTerms.daysToPay} days</Figure>
        <Figure what="of the order added to the limit when it was paid on time">
          {credit.bonusBasisPoints / 100}%
        </Figure>
        <Figure what="the highest limit">{formatMoney(creditTerms.highestLimit)}</Figure>
      </dl>
    </div>
  );
};

const Figure = ({ what, children }: { what: string; children: ReactNode }) => (
  <div className="flex flex-col-reverse justify-end border-t-2 border-ink pt-3">
    <dt className="mt-1">{what}</dt>
    <dd className="money font-display text-xl font-semibold">{children}</dd>
  </div>
);
