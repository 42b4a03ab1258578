/** A purchase and its two invoices, day by day, to the cent. The account after each day stands beside it. */
import { formatDate } from '#kernel/dates.ts';
import { Money } from '#web/ui/money.tsx';
import type { Example, Happening } from './example.ts';

export const WorkedExample = ({ example }: { example: Example }) => (
  <section aria-labelledby="worked-example" className="band py-16 sm:py-24">
    <div className="page grid grid-cols-1 gap-x-8 gap-y-10 lg:grid-cols-12">
      <div className="lg:col-span-4">
        <h2 id="worked-example" className="text-3xl">
          An example, to the cent
        </h2>
        <p className="mt-5 text-lg">
          A company with a new limit of <Money amount={example.happenings[0]?.limit ?? example.total} /> buys on credit:
        </p>
        <dl className="mt-5 border-t border-line">
          {example.items.map(({ name, price }) => (
            <div key={name} className="flex justify-between gap-4 border-b border-line py-2.5">
              <dt>{name}</dt>
              <dd>
                <Money amount={price} />
              </dd>
            </div>
          ))}
          <div className="flex justify-between gap-4 py-2.5 font-semibold">
            <dt>Total</dt>
            <dd>
              <Money amount={example.total} />
            </dd>
          </div>
        </dl>
        <p className="mt-3 text-muted">
          Half of <Money amount={example.total} /> is not a whole number of cents. The odd cent goes on the first invoice:{' '}
          <Money amount={example.halves[0]} /> and <Money amount={example.halves[1]} />.
        </p>
      </div>
      <ol className="lg:col-span-7 lg:col-start-6">
        {example.happenings.map((happening) => (
          <Day key={happening.day} {...happening} />
        ))}
      </ol>
    </div>
    <div className="page">
      <p className="mt-8 max-w-line text-sm text-muted lg:ms-auto">
        The dates are an example. Due days are counted in whole days of UTC. The bonus is <Money amount={example.bonus} />, 10% of the order
        rounded to the cent, given once per order.
      </p>
    </div>
  </section>
);

const Day = ({ day, what, invoice, available, limit }: Happening) => (
  <li className="relative border-s-4 border-dotted border-accent ps-7 pb-9 last:border-transparent last:pb-0">
    <span aria-hidden="true" className="absolute -start-3 top-0.5 size-5 rounded-full border-4 border-accent bg-paper" />
    <h3 className="font-sans text-base font-semibold">
      <time dateTime={day}>{formatDate(day)}</time>
    </h3>
    <p className="mt-1">{what}</p>
    {invoice && (
      <div className="mt-3 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 rounded-md bg-surface px-4 py-3">
        <p>
          Invoice {invoice.number} of 2: <Money amount={invoice.amount} className="font-semibold" />
        </p>
        <p>
          due on <time dateTime={invoice.due}>{formatDate(invoice.due)}</time>
        </p>
      </div>
    )}
    <p className="mt-2 text-muted">
      Available <Money amount={available} /> of <Money amount={limit} />
    </p>
  </li>
);
