/**
 * A purchase and its two invoices, day by day, to the cent. The visitor may change the order and its dates;
 * the account is shown beside each step.
 */
import { formatDate } from '#kernel/dates.ts';
import { formatMoney, toDollars } from '#kernel/money.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { CreditGauge } from '#web/ui/credit-gauge.tsx';
import { Field } from '#web/ui/field.tsx';
import { Money } from '#web/ui/money.tsx';
import { TextInput } from '#web/ui/text-input.tsx';
import { useSettings } from '#web/use-settings.ts';
import { type Days, type Example, follow, type ExampleEvent, type Order } from './example.ts';
import { orderFields, type Problem, readOrder } from './order-form.ts';
import { useQueryOfForm } from './use-query-of-form.ts';

/** `asked`: the query of the address. `exampleOrder`: the default order. */
export function WorkedExample({ exampleOrder, asked }: { exampleOrder: Order; asked: string }) {
  const { query, form } = useQueryOfForm(asked);
  const { credit } = useSettings();
  const ownOrder = readOrder(query, credit.firstLimit);
  const problem = ownOrder?.problem ?? null;
  const example = follow(ownOrder?.order ?? exampleOrder, credit);
  const last = example.events.at(-1);
  return (
    <section
      id="worked-example"
      aria-labelledby="worked-example-heading"
      className="band scroll-mt-20 py-16 sm:py-24"
    >
      <div className="page grid grid-cols-1 gap-x-8 gap-y-10 lg:grid-cols-12">
        <div className="lg:col-span-5">
          <h2 id="worked-example-heading" className="text-3xl">
            An example, to the cent
          </h2>
          <p className="mt-5 text-lg">
            A company with a new limit of <Money amount={credit.firstLimit} /> buys on credit. Change the
            amount and the days to see what happens.
          </p>
          {example.items.length > 0 && <Items example={example} />}
          <form
            {...form}
            action="/net-30-vendor#worked-example"
            noValidate
            className="mt-6 rounded-lg bg-surface p-5"
          >
            <OrderFields typed={typedIn(ownOrder === null ? null : query, exampleOrder)} problem={problem} />
            <Button type="submit" variant="secondary" className="mt-1">
              Show this example
            </Button>
          </form>
        </div>
        <div className="lg:col-span-6 lg:col-start-7">
          <ol aria-live="polite">
            {example.events.map((event) => (
              <Day key={`${event.day} ${event.what}`} {...event} />
            ))}
          </ol>
          <div className="mt-10 rounded-lg bg-surface p-6">
            <CreditGauge label="Limit after this order" amount={last?.limit ?? credit.firstLimit} />
            <p className="mt-4 text-center">{outcome(example)}</p>
          </div>
        </div>
      </div>
      <div className="page">
        <p className="mt-8 max-w-line text-sm text-muted">
          The dates are an example. Due dates are whole days in UTC. The bonus is{' '}
          {credit.bonusBasisPoints / 100}% of the order, rounded to the cent, given once per order.
        </p>
      </div>
    </section>
  );
}

const outcome = ({ bonus }: Example): string =>
  bonus > 0
    ? `Each order that you pay on time raises the limit again: here by ${formatMoney(bonus)}.`
    : 'A late invoice means no bonus for this order. The limit stays as it was.';

const Items = ({ example: { items, total, halves } }: { example: Example }) => (
  <>
    <dl className="mt-5 border-t border-line">
      {items.map(({ name, price }) => (
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
          <Money amount={total} />
        </dd>
      </div>
    </dl>
    <p className="mt-3 text-muted">
      Half of <Money amount={total} /> is not a whole number of cents. The odd cent goes on the first invoice:{' '}
      <Money amount={halves[0]} /> and <Money amount={halves[1]} />.
    </p>
  </>
);

const dayFields: [keyof Days, string][] = [
  ['ordered', 'Order placed'],
  ['done', 'Work done'],
  ['firstPaid', 'First invoice paid'],
  ['secondPaid', 'Second invoice paid'],
];

type Typed = Record<(typeof orderFields)[number], string>;

/** The field values: the visitor's own input, even if invalid. */
const typedIn = (query: URLSearchParams | null, { total, days }: Order): Typed =>
  query === null
    ? { total: toDollars(total).toFixed(2), ...days }
    : (Object.fromEntries(orderFields.map((field) => [field, query.get(field) ?? ''])) as Typed);

const OrderFields = ({ typed, problem }: { typed: Typed; problem: Problem | null }) => {
  const errorOf = (field: string): string | undefined =>
    problem?.field === field ? problem.says : undefined;
  return (
    <div className="grid grid-cols-1 gap-x-4 sm:grid-cols-2">
      <div className="wide-field sm:col-span-2">
        <Field label="Order total in US dollars" error={errorOf('total')}>
          {(control) => (
            <TextInput
              {...control}
              name="total"
              inputMode="decimal"
              autoComplete="off"
              defaultValue={typed.total}
              maxLength={16}
            />
          )}
        </Field>
      </div>
      {dayFields.map(([name, label]) => (
        <Field key={name} label={label} error={errorOf(name)} errorLines={2}>
          {(control) => <TextInput {...control} name={name} type="date" defaultValue={typed[name]} />}
        </Field>
      ))}
    </div>
  );
};

const Day = ({ day, what, invoice, available, limit, isFrozen }: ExampleEvent) => (
  <li className="relative border-s-4 border-dotted border-accent ps-7 pb-9 last:border-transparent last:pb-0">
    <span
      aria-hidden="true"
      className={`absolute -start-3 top-0.5 size-5 rounded-full border-4 ${isFrozen ? 'border-accent bg-accent' : 'border-accent bg-paper'}`}
    />
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
      {isFrozen && (
        <>
          {' '}
          <Badge tone="danger">On hold</Badge>
        </>
      )}
    </p>
  </li>
);
