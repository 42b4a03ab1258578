/** The invitation to the Net 30 account: its terms in one paragraph, and the way to the page that explains them. */
import { creditTerms } from '#kernel/credit-terms.ts';
import { formatMoney } from '#kernel/money.ts';
import { Drawing } from '#web/art/drawing.tsx';
import homeArt from '#web/art/home.svg?url';
import { ButtonLink } from '#web/ui/button.tsx';

export const Net30Banner = () => (
  <section aria-labelledby="net-30-banner" className="page py-16 sm:py-24">
    <div className="grid grid-cols-1 items-center gap-x-8 overflow-hidden rounded-lg bg-credit-soft lg:grid-cols-12">
      <div className="px-5 pt-8 sm:px-10 sm:pt-12 lg:col-span-6 lg:py-14">
        <h2 id="net-30-banner" className="text-3xl">
          Net 30 vendor account
        </h2>
        <p className="mt-5 max-w-line text-lg">
          Buy our services by invoice. Half is invoiced at once, half when the work is done, and each invoice is due {creditTerms.daysToPay}{' '}
          days after its date. The first limit is {formatMoney(creditTerms.firstLimit)}.
        </p>
        <p className="mt-3 max-w-line">
          If you connect an account with Factiiv, a business credit platform, and agree, we report your card purchases, renewals and Net 30
          account there. What that does to a score is not ours to promise.
        </p>
        <p className="mt-3 max-w-line font-semibold">Applications are open: most are decided at once.</p>
        <ButtonLink to="/net-30-vendor" variant="secondary" className="mt-7">
          How the account works
        </ButtonLink>
      </div>
      <Drawing
        file={homeArt}
        part="invoices"
        size="640 500"
        className="w-full max-w-form justify-self-center px-4 lg:col-span-6 lg:max-w-none lg:px-0 lg:pe-6"
      />
    </div>
  </section>
);
