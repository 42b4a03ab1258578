/** Key figures: the last days compared with the same number of days before. */
import type * as contract from '#contract/admin/overview.ts';
import type { Handled } from '#contract/endpoint.ts';
import { mayDo } from '#kernel/permissions.ts';
import type { Deps } from '#modules/shared/deps.ts';
import type { Person } from '#platform/mount.ts';
import { takingsOf } from '#modules/admin/money/cash.ts';
import { dayOf, daysBefore, totalsBetween } from './totals.ts';
import * as store from './totals-store.ts';

type Figures = Handled<typeof contract.staffReadFigures>;

export async function readFigures(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { role }: Person,
  days: number,
): Promise<Figures> {
  const now = clock.now();
  const to = dayOf(now);
  const from = daysBefore(to, days - 1);
  const [totals, credit] = await Promise.all([
    totalsBetween(db, daysBefore(from, days), to),
    mayDo(role, 'credit.read') ? store.creditNow(db, now) : null,
  ]);
  const [current, past] = [totals.filter(({ day }) => day >= from), totals.filter(({ day }) => day < from)];
  const eve = past.at(-1);
  return {
    from,
    to,
    sales: mayDo(role, 'money.read') ? salesOf(current, past) : null,
    credit: credit && {
      outstanding: { now: credit.outstanding, before: eve?.outstanding ?? null },
      pastDue: { now: credit.pastDue, before: eve?.pastDue ?? null },
    },
  };
}

type Sales = NonNullable<Figures['sales']>;

function salesOf(current: store.DayTotal[], past: store.DayTotal[]): Sales {
  const compare = <T>(of: (totals: store.DayTotal[]) => T): { now: T; before: T } => ({
    now: of(current),
    before: of(past),
  });
  return {
    takings: compare((totals) => sum(totals, takings)),
    orders: compare((totals) => sum(totals, ({ orders }) => orders)),
    carts: compare((totals) => ({
      begun: sum(totals, ({ carts }) => carts),
      paid: sum(totals, ({ cartsPaid }) => cartsPaid),
    })),
    series: current.map((total) => ({ day: total.day, takings: takings(total), orders: total.orders })),
  };
}

const takings = ({ cash }: store.DayTotal): number => takingsOf(cash);
const sum = (totals: store.DayTotal[], of: (total: store.DayTotal) => number): number =>
  totals.reduce((all, total) => all + of(total), 0);
