/**
 * The guarantees in short, quoted from the policies. Nothing here promises more than they do: the refund
 * policy and the terms are the agreement.
 */
import { creditTerms } from '#kernel/credit-terms.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { SiteLink } from '#web/ui/site-link.tsx';
import type { ReactNode } from 'react';
import { useSettings } from '#web/use-settings.ts';

const link = 'underline decoration-accent decoration-2 underline-offset-4 hover:text-accent';

export const GuaranteesPage = () => {
  const { company } = useSettings();
  return (
    <>
      <div className="bg-sunk">
        <div className="page py-10 sm:py-14 lg:py-20">
          <h1 className="text-3xl">Guarantees</h1>
          <p className="mt-5 max-w-line text-lg">
            You are about to pay a company you have never met. Here is what you can hold us to, and what we
            cannot promise.
          </p>
        </div>
      </div>
      <div className="page py-10 sm:py-14">
        <Table />
        <div className="mt-14 grid grid-cols-1 gap-x-12 gap-y-10 lg:grid-cols-2">
          <Answer title="Who charges your card">
            <p>
              {company.name} sells to you. Stripe, our payment processor, charges your card: the number goes
              to Stripe and never reaches us. Your statement shows the same amount in US dollars as the
              checkout and the receipt.
            </p>
          </Answer>
          <Answer title="What happens when an authority says no">
            <p>
              The IRS, a state, an immigration office or a bank decides for itself. If our work was done as
              described, a refusal alone does not lead to a refund.
            </p>
            <p>
              We send you the reason as we received it and tell you what can be done next. If the mistake is
              ours, we correct it and file again free of charge.
            </p>
          </Answer>
          <Answer title="What you keep when you leave">
            <p>
              The company, its documents, its tax numbers, its accounts and its passwords are yours from the
              first day. In your profile you can download your invoices and a copy of your data, and cancel
              any subscription in two clicks.
            </p>
          </Answer>
          <Answer title="What we do not promise">
            <p>
              No approval of a visa, a bank account or a credit line. No credit score, and no change in one.
              No date for an authority’s answer: we give the usual time and say where it comes from.
            </p>
          </Answer>
        </div>
        <div className="mt-14 flex flex-wrap items-center gap-x-8 gap-y-5 border-t-2 border-ink pt-8">
          <ButtonLink to="/products" size="large">
            See the products
          </ButtonLink>
          <p className="max-w-line">
            The whole agreement: <To path="/refund-policy">refund policy</To> and <To path="/terms">terms</To>
            .
          </p>
        </div>
      </div>
    </>
  );
};

const To = ({ path, children }: { path: string; children: string }) => (
  <SiteLink to={path} className={link}>
    {children}
  </SiteLink>
);

const cases: { when: string; you: string; how: ReactNode }[] = [
  {
    when: 'We have not begun',
    you: 'A full refund',
    how: 'Write to us, and we cancel the order: any single service, paid by card or on account.',
  },
  {
    when: 'We have begun',
    you: 'What is left',
    how: 'We keep what the work so far and the fees already paid for you cost, refund the rest and show you the math.',
  },
  {
    when: 'We cannot do it',
    you: 'A full refund',
    how: 'If the reason is on our side, we refund the price of the service.',
  },
  {
    when: 'We made a mistake',
    you: 'A correction',
    how: 'We correct it free of charge, even after the order is complete.',
  },
  {
    when: 'You cancel a subscription',
    you: 'It ends with its period',
    how: 'Nothing more is charged. The rest of the period you paid for is not refunded.',
  },
  {
    when: 'An invoice on account is late',
    you: 'No interest, no fee',
    how: `Each invoice is due ${creditTerms.daysToPay} days after its date. After that, you cannot buy on account until it is paid.`,
  },
];

const Table = () => (
  <ul aria-label="What you get, case by case" className="border-t-2 border-ink">
    {cases.map(({ when, you, how }) => (
      <li
        key={when}
        className="grid grid-cols-1 gap-x-8 gap-y-1 border-b border-line py-5 md:grid-cols-12 md:items-baseline"
      >
        <h2 className="text-xl md:col-span-4">{when}</h2>
        <p className="flex items-center gap-2 font-semibold md:col-span-3">
          <Icon name="check" className="size-4 text-credit" />
          {you}
        </p>
        <p className="max-w-line md:col-span-5">{how}</p>
      </li>
    ))}
  </ul>
);

const Answer = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="border-t border-line pt-5">
    <h2 className="text-xl">{title}</h2>
    <div className="mt-3 flex max-w-line flex-col gap-3">{children}</div>
  </section>
);
