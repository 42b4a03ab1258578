/** Five states without an income tax on people, and what each still charges, with its source beside it. */
import { Drawing } from '#web/art/drawing.tsx';
import homeArt from '#web/art/home.svg?url';
import { ButtonLink } from '#web/ui/button.tsx';

export type StateFacts = { state: string; stamp: string; untaxed: string; charged: string; source: string };

type Shown = { states: readonly StateFacts[]; unchanged: readonly { title: string; text: string }[] };

export const ZeroTaxStates = ({ states, unchanged }: Shown) => (
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
          Of these five we register companies in Wyoming at a fixed price. Tell us what you sell and where you live, and we tell you what
          each state asks for and what it would cost.
        </p>
      </div>
      <p className="mt-8 max-w-line text-sm text-muted">
        Federal: Internal Revenue Code § 11 and § 6038A, as of 2026. General facts, not advice on your case.
      </p>
    </div>
  </section>
);

const StateRow = ({ state, stamp, untaxed, charged, source }: StateFacts) => (
  <li className="grid grid-cols-1 items-start gap-x-8 gap-y-3 border-t border-line py-6 lg:grid-cols-12">
    <div className="flex items-center gap-4 lg:col-span-4">
      <Drawing file={homeArt} part={stamp} size="94 104" className="w-16 shrink-0 sm:w-20" />
      <h3 className="text-2xl">{state}</h3>
    </div>
    <dl className="grid grid-cols-1 gap-x-8 gap-y-3 sm:grid-cols-8 lg:col-span-8">
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
