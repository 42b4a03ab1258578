/**
 * One order from first day to last: what the customer does, sees, and receives, each with a sample document.
 */
import { creditTerms, daysBetween, dueDate, halves } from '#kernel/credit-terms.ts';
import { formatDate } from '#kernel/dates.ts';
import { type Cents, formatMoney } from '#kernel/money.ts';
import { sampleDates } from '#content/default-timeline.ts';
import { CatalogPriceTag } from '#web/features/catalog/catalog-price-tag.tsx';
import type { CatalogPrice, CatalogPrices } from '#web/features/catalog/catalog-prices.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { HeroFigure } from '#web/ui/hero-figure.tsx';
import { SiteLink } from '#web/ui/site-link.tsx';
import type { ReactNode } from 'react';
import { sampleCompany } from './sample-company.ts';
import { SampleEinNotice } from './sample-ein-notice.tsx';
import { SampleInvoice } from './sample-invoice.tsx';
import { SampleConfirmation, SampleFormationReceipt, SampleHistory } from './sample-papers.tsx';

/** The sample order, and a later order on credit. */
export const samplePriceIds = ['start-package', 'logo-design'] as const;

const onAccount = { ordered: '2026-09-01', done: '2026-09-15' };

const link = 'underline decoration-accent decoration-2 underline-offset-4 hover:text-accent';

export const InsideOrderPage = ({ prices }: { prices: CatalogPrices }) => {
  const [bought, later] = samplePriceIds.map((id) => fixedPrice(prices[id]));
  return (
    <>
      <div className="bg-sunk">
        <div className="page py-10 sm:py-14 lg:pt-20">
          <h1 className="text-3xl">Inside an order</h1>
          <p className="mt-5 max-w-line text-lg">
            Follow one order from payment to EIN: what you do, what your profile shows and what you receive.
            The founder and the company are fictional, and every document is a sample we made.
          </p>
          <dl className="mt-8 grid grid-cols-2 gap-x-6 gap-y-6 lg:mt-12 lg:grid-cols-4 lg:gap-x-8">
            <HeroFigure what="from payment to EIN">
              {daysBetween(sampleDates.ordered, sampleDates.numberIssued)} days
            </HeroFigure>
            <HeroFigure what="of questions to answer">15 minutes</HeroFigure>
            <HeroFigure what="on Form SS-4, online">1 signature</HeroFigure>
            <HeroFigure what="for all of it, state fee included">
              <CatalogPriceTag price={prices['start-package']} />
            </HeroFigure>
          </dl>
        </div>
      </div>
      <div className="page grid grid-cols-1 gap-y-14 py-12 sm:py-16 lg:gap-y-20">
        <Chapters bought={bought} />
      </div>
      {later && <OnAccount {...later} />}
      <div className="page flex flex-wrap items-center gap-x-8 gap-y-5 py-12 sm:py-16">
        <ButtonLink to={bought ? '/products/start-package' : '/products'} size="large">
          {bought ? 'See the start package' : 'See the products'}
        </ButtonLink>
        <p className="max-w-line">
          What if something goes wrong? See what we refund, and when, in our{' '}
          <SiteLink to="/guarantees" className={link}>
            guarantees
          </SiteLink>
          .
        </p>
      </div>
    </>
  );
};

type Sold = { name: string; price: Cents };

const fixedPrice = (price: CatalogPrice | undefined): Sold | null =>
  price && price.today !== null && price.renewal === undefined
    ? { name: price.name, price: price.today }
    : null;

const Chapters = ({ bought }: { bought: Sold | null | undefined }) => (
  <>
    <Chapter
      day={sampleDates.ordered}
      title="You pay, and the invoice is yours"
      sheet={
        bought && (
          <SampleInvoice
            title="Invoice"
            caption="It comes by email, as a page and as a PDF. Its link works without an account."
            issued={sampleDates.ordered}
            line={bought.name}
            amount={bought.price}
          />
        )
      }
    >
      <p>Checkout asks for a card, an email address and a billing address. You can buy as a guest.</p>
      <p>
        Then you answer our questions in about 15 minutes: three names for the company, its owners and their
        passports.
      </p>
    </Chapter>
    <Chapter day={sampleDates.confirmed} title="You confirm every line" sheet={<SampleConfirmation />}>
      <p>
        We search the state register for your three names and prepare the documents. Usually this takes one
        business day.
      </p>
      <p>You read them before anyone else does. When you say yes, we file and pay the state fee.</p>
    </Chapter>
    <Chapter
      day={sampleDates.registered}
      title="Wyoming registers the company"
      sheet={<SampleFormationReceipt />}
    >
      <p>The state usually takes 3 to 5 business days. We send you its documents the day we have them.</p>
      <p>You sign Form SS-4 online, and we fax it to the IRS the same day.</p>
    </Chapter>
    <Chapter day={sampleDates.numberIssued} title="The EIN arrives" sheet={<SampleEinNotice />}>
      <p>
        The IRS usually takes 2 to 6 weeks. It sets its own pace, so we follow up and tell you if it takes
        longer. {sampleCompany.name} waited four weeks.
      </p>
    </Chapter>
    <Chapter title="Your profile, all along" sheet={bought && <SampleHistory total={bought.price} />}>
      <p>
        Your profile lists each order with its status, its invoices and the date of each step. We email you
        when something is ready and when we need you, so you never have to look.
      </p>
      <p>A refund appears there too, with its credit note.</p>
    </Chapter>
  </>
);

type ChapterProps = { day?: string; title: string; sheet: ReactNode; children: ReactNode };

const Chapter = ({ day, title, sheet, children }: ChapterProps) => (
  <section className="grid grid-cols-1 items-center gap-x-8 gap-y-6 lg:grid-cols-12">
    <div className="lg:col-span-5">
      {day !== undefined && <p className="font-semibold text-accent">{formatDate(day)}</p>}
      <h2 className="text-2xl">{title}</h2>
      <div className="mt-4 flex max-w-line flex-col gap-3">{children}</div>
    </div>
    <div className="lg:col-span-6 lg:col-start-7">{sheet}</div>
  </section>
);

/** The halves are split and dated by the same rules as real orders. */
function OnAccount({ name, price }: Sold) {
  const [onOrder, whenDone] = halves(price);
  const each = [
    {
      title: 'Invoice 1 of 2',
      issued: onAccount.ordered,
      amount: onOrder,
      caption: 'Issued on the day of the order.',
    },
    {
      title: 'Invoice 2 of 2',
      issued: onAccount.done,
      amount: whenDone,
      caption: 'Issued on the day the work is done.',
    },
  ];
  return (
    <section aria-labelledby="on-account" className="border-y border-line bg-surface">
      <div className="page py-12 sm:py-16">
        <h2 id="on-account" className="text-2xl">
          Later, on account
        </h2>
        <p className="mt-4 max-w-line">
          With a{' '}
          <SiteLink to="/net-30-vendor" className={link}>
            Net 30 account
          </SiteLink>
          , the company buys by invoice: half now, half when the work is done, each half due in{' '}
          {creditTerms.daysToPay} days. Here it orders for {formatMoney(price)}.
        </p>
        <div className="mt-8 grid grid-cols-1 gap-8 md:grid-cols-2">
          {each.map(({ issued, ...invoice }) => (
            <SampleInvoice
              key={invoice.title}
              {...invoice}
              issued={issued}
              due={dueDate(issued)}
              line={`${name}, half`}
              billedTo={sampleCompany.name}
            />
          ))}
        </div>
      </div>
    </section>
  );
}
