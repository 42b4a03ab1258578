/**
 * Simulates one order on credit, from its date to the raise of the limit, or to none. Pure. The amounts come
 * from the catalog or the visitor, and the rules are the published terms. The page therefore cannot promise
 * other numbers than the shop uses.
 */
import {
  addDays,
  type CreditSchedule,
  daysBetween,
  dueDate,
  halves,
  onTimeBonus,
} from '#kernel/credit-terms.ts';
import { add, type Cents, cents, subtract } from '#kernel/money.ts';
import type { CatalogPrices } from '#web/features/catalog/catalog-prices.ts';

export type Item = { name: string; price: Cents };
/** Calendar dates: `2027-03-01`. */
export type Days = { ordered: string; done: string; firstPaid: string; secondPaid: string };
/** `items`: empty if the visitor entered the total. */
export type Order = { items: Item[]; total: Cents; days: Days };
export type ExampleEvent = {
  day: string;
  what: string;
  invoice?: { number: 1 | 2; amount: Cents; due: string };
  available: Cents;
  limit: Cents;
  isFrozen: boolean;
};
export type Example = Order & { events: ExampleEvent[]; halves: readonly [Cents, Cents]; bonus: Cents };

/** Two services that a new company can buy on credit. Their sum is odd, so the odd cent is visible. */
export const exampleIds = ['logo-design', 'annual-report'] as const;

/** The fallback if the catalog changed: a sum that is odd and below the first limit. */
const anyOrder: Item[] = [{ name: 'Services', price: cents(34_901) }];

const exampleDays: Days = {
  ordered: '2027-03-01',
  done: '2027-03-15',
  firstPaid: '2027-03-22',
  secondPaid: '2027-04-12',
};

export function exampleOrder(prices: CatalogPrices, firstLimit: Cents): Order {
  const items = itemsOf(prices, firstLimit);
  return { items, total: add(...items.map(({ price }) => price)), days: exampleDays };
}

function itemsOf(prices: CatalogPrices, firstLimit: Cents): Item[] {
  const items = exampleIds.flatMap((id) => {
    const { name, today, renewal } = prices[id] ?? {};
    return name !== undefined && typeof today === 'number' && renewal === undefined
      ? [{ name, price: today }]
      : [];
  });
  const total = add(...items.map(({ price }) => price));
  return items.length === exampleIds.length && total % 2 === 1 && total < firstLimit ? items : anyOrder;
}

type Step = {
  day: string;
  what: string;
  gives?: Cents;
  invoice?: ExampleEvent['invoice'];
  freezes?: boolean;
  thaws?: boolean;
  raises?: Cents;
};

type Terms = Pick<CreditSchedule, 'firstLimit' | 'bonusBasisPoints'>;

/** Simulates an order that fits into the first limit, with dates in order (`order-form.ts`). */
export function follow(order: Order, { firstLimit, bonusBasisPoints }: Terms): Example {
  const { total, days } = order;
  const both = halves(total);
  const invoices = [
    {
      number: 1 as const,
      issued: days.ordered,
      paid: days.firstPaid,
      amount: both[0],
      due: dueDate(days.ordered),
    },
    {
      number: 2 as const,
      issued: days.done,
      paid: days.secondPaid,
      amount: both[1],
      due: dueDate(days.done),
    },
  ];
  const isOnTime = invoices.every(({ paid, due }) => paid <= due);
  const bonus = isOnTime ? onTimeBonus(total, firstLimit, bonusBasisPoints) : cents(0);
  const settled = invoices.map(({ paid }) => paid).toSorted()[1] ?? days.secondPaid;
  const steps: Step[] = [
    {
      day: days.ordered,
      what: 'You place the order on credit. The first invoice is issued right away.',
      invoice: { number: 1, amount: both[0], due: invoices[0]?.due ?? '' },
    },
    {
      day: days.done,
      what: 'The work is done. The second invoice is issued.',
      invoice: { number: 2, amount: both[1], due: invoices[1]?.due ?? '' },
    },
    ...invoices
      .filter(({ paid, due }) => paid > due)
      .map(({ number, due }): Step => {
        return {
          day: addDays(due, 1),
          what: `The ${nth[number]} invoice is past due. Your credit goes on hold. You can still buy by card.`,
          freezes: true,
        };
      }),
    ...invoices.map(({ number, paid, due, amount }): Step => {
      const wasLast = paid === settled && (number === 2 || days.firstPaid !== days.secondPaid);
      const after =
        wasLast && isOnTime
          ? ` Both were on time, so the limit rises by ${bonusBasisPoints / 100}% of the order.`
          : '';
      return {
        day: paid,
        what: `You pay the ${nth[number]} invoice, ${describeTiming(paid, due)}.${after}`,
        gives: amount,
        ...(paid > due
          ? {
              thaws: !invoices.some(
                (other) => other.number !== number && other.due < paid && other.paid > paid,
              ),
            }
          : {}),
        ...(after === '' ? {} : { raises: bonus }),
      };
    }),
  ];
  return { ...order, events: eventsOf(steps, total, firstLimit), halves: both, bonus };
}

/** The steps sorted by date, each with the account state afterwards. */
function eventsOf(steps: Step[], total: Cents, firstLimit: Cents): ExampleEvent[] {
  const account = { available: subtract(firstLimit, total), limit: firstLimit, isFrozen: false };
  return steps
    .toSorted((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0))
    .map(({ day, what, invoice, gives = cents(0), raises = cents(0), freezes = false, thaws = false }) => {
      account.available = add(account.available, gives, raises);
      account.limit = add(account.limit, raises);
      const ends = thaws && account.isFrozen;
      account.isFrozen = freezes || (account.isFrozen && !thaws);
      const words = ends ? `${what} Nothing is past due now, so the hold ends.` : what;
      return { day, what: words, ...(invoice ? { invoice } : {}), ...account };
    });
}

const nth = { 1: 'first', 2: 'second' } as const;

function describeTiming(paid: string, due: string): string {
  const days = daysBetween(paid, due);
  if (days === 0) return 'on the due date';
  const count = Math.abs(days) === 1 ? 'one day' : `${Math.abs(days)} days`;
  return `${count} ${days > 0 ? 'early' : 'late'}`;
}
