/**
 * Five states without an income tax on people, and what each still charges. Facts of 2026 with their source beside them:
 * when a law changes, the fact and the year change together.
 */
import { StateStamp, type StampedState } from '#web/art/state-stamps.tsx';
import { ButtonLink } from '#web/ui/button.tsx';

type StateFacts = { state: StampedState; untaxed: string; charged: string; source: string };

const states: readonly StateFacts[] = [
  {
    state: 'Wyoming',
    untaxed: 'Personal income and corporate income',
    charged: 'A yearly report with a licence tax: 0.02% of the assets in Wyoming, at least $60.',
    source: 'Wyoming Statutes § 17-29-209',
  },
  {
    state: 'South Dakota',
    untaxed: 'Personal income and, except for banks, corporate income',
    charged: 'A yearly report: $55 for an LLC. Banks and some other financial firms pay a franchise tax.',
    source: 'South Dakota Codified Laws § 47-34A-212 and ch. 10-43',
  },
  {
    state: 'Nevada',
    untaxed: 'Personal income and corporate income',
    charged: '$350 a year for an LLC: list of managers $150, business licence $200. A commerce tax on Nevada revenue above $4 million.',
    source: 'Nevada Revised Statutes § 86.263, § 76.130 and ch. 363C',
  },
  {
    state: 'Texas',
    untaxed: 'Personal income',
    charged:
      'A franchise tax, LLCs too, when yearly revenue is above $2.65 million: 0.75% of the margin, 0.375% in retail and wholesale. Below that, a yearly information report.',
    source: 'Texas Comptroller, franchise tax rates for reports of 2026 and 2027',
  },
  {
    state: 'Florida',
    untaxed: 'Personal income',
    charged:
      'Corporations pay 5.5% income tax. Most LLCs do not, unless they chose to be taxed as one. LLC report: $138.75 by 1 May, $400 more if late.',
    source: 'Florida Statutes § 220.11 and § 605.0213',
  },
];

const unchanged = [
  {
    title: 'Federal tax',
    text: 'A corporation pays 21% federal tax on its profit. An LLC with one foreign owner files Form 5472 each year, even without income. The penalty for a late form is $25,000.',
  },
  {
    title: 'Where you work and sell',
    text: 'An office, staff or stock in another state can bring the taxes of that state, wherever you registered.',
  },
  { title: 'Sales tax', text: 'All five states have one. A shop may also have to collect it in other states where it sells enough.' },
  { title: 'Your own country', text: 'It may tax you on the profit of a company that you own in the US. Ask an adviser at home.' },
];

export const ZeroTaxStates = () => (
  <section aria-labelledby="zero-tax-states" className="band py-16 sm:py-24">
    <div className="page">
      <div className="grid grid-cols-1 gap-x-8 gap-y-5 lg:grid-cols-12">
        <h2 id="zero-tax-states" className="text-3xl lg:col-span-6">
          Best zero-tax states
        </h2>
        <p className="max-w-line text-lg lg:col-span-6 lg:pt-2">
          These five states take no tax on personal income. That is not the same as no tax at all. Here is what each of them still charges a
          company, as of 2026.
        </p>
      </div>
      <ul className="mt-10 lg:mt-14">
        {states.map((facts) => (
          <StateRow key={facts.state} {...facts} />
        ))}
      </ul>
      <h3 className="mt-12 text-xl">What “no income tax” does not change</h3>
      <ul className="mt-5 grid grid-cols-1 gap-x-8 gap-y-6 sm:grid-cols-2 lg:grid-cols-4">
        {unchanged.map(({ title, text }) => (
          <li key={title} className="border-t-2 border-accent pt-3">
            <p className="font-semibold">{title}</p>
            <p className="mt-1 text-muted">{text}</p>
          </li>
        ))}
      </ul>
      <div className="mt-12 flex flex-wrap items-center gap-x-8 gap-y-5">
        <ButtonLink to="/contact-us" size="large">
          Learn more <span className="sr-only">about states without these taxes</span>
        </ButtonLink>
        <p className="max-w-line">
          Of these five we register companies in Wyoming at a fixed price. Tell us what you sell and where you live, and we say which state
          fits and what another one would cost. Asking costs nothing.
        </p>
      </div>
      <p className="mt-8 max-w-line text-sm text-muted">
        Federal: Internal Revenue Code § 11 and § 6038A, as of 2026. General facts, not advice on your case.
      </p>
    </div>
  </section>
);

const StateRow = ({ state, untaxed, charged, source }: StateFacts) => (
  <li className="grid grid-cols-12 items-start gap-x-4 gap-y-3 border-t border-line py-6 sm:gap-x-8">
    <div className="col-span-12 flex items-center gap-4 lg:col-span-4">
      <StateStamp state={state} className="w-16 shrink-0 sm:w-20" />
      <h3 className="text-2xl">{state}</h3>
    </div>
    <dl className="col-span-12 grid grid-cols-1 gap-x-8 gap-y-3 sm:grid-cols-8 lg:col-span-8">
      <div className="sm:col-span-3">
        <dt className="text-sm text-muted">No state tax on</dt>
        <dd className="mt-0.5 font-semibold">{untaxed}</dd>
      </div>
      <div className="sm:col-span-5">
        <dt className="text-sm text-muted">What it still charges</dt>
        <dd className="mt-0.5">
          {charged}
          <span className="mt-1 block text-sm text-muted">{source}</span>
        </dd>
      </div>
    </dl>
  </li>
);
