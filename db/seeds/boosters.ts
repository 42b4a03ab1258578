/**
 * The initial boosters. Seeding only adds missing ones, like the catalog. The texts promise only the effect
 * on the credit limit with us.
 */
import type { Booster } from '#db/types.ts';
import type { Tx } from '#platform/database.ts';
import type { Insertable } from 'kysely';

export const boosters = [
  {
    id: 'booster-250',
    title: 'Starter boost',
    price_cents: 4_900,
    credit_limit_increase_cents: 25_000,
    description: 'Room for one more service on account, such as a registered agent or an annual report.',
    bg_color: '#1f5c52',
    position: 10,
  },
  {
    id: 'booster-500',
    title: 'Growth boost',
    price_cents: 8_900,
    credit_limit_increase_cents: 50_000,
    description:
      'Room for a company formation on account: half is invoiced at once, half when the work is done.',
    bg_color: '#27457c',
    position: 20,
  },
  {
    id: 'booster-1000',
    title: 'Scale boost',
    price_cents: 15_900,
    credit_limit_increase_cents: 100_000,
    description: 'Room for several services at the same time. The lowest price for each dollar of limit.',
    bg_color: '#6d3557',
    position: 30,
  },
] as const satisfies Insertable<Booster>[];

/** Safe to repeat: a stored booster keeps the operator's changes. */
export async function seedBoosters(tx: Tx): Promise<void> {
  await tx
    .insertInto('booster')
    .values([...boosters])
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}
