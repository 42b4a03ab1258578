/**
 * What a merchant sets in the dashboard under Billing: whether and when failed payments are tried again, and what becomes
 * of the subscription afterwards. Retries are off unless they are set, because the shop tries again by itself.
 */
import type { World } from '#sandbox/stripe/world.ts';

export type BillingSettings = {
  /** Days from each failed automatic payment to the next; empty means that nothing is tried again. */
  retry_after_days: number[];
  /** What a subscription becomes when the last retry has failed. */
  after_last_retry: 'past_due' | 'canceled' | 'unpaid';
};

const initial: BillingSettings = { retry_after_days: [], after_last_retry: 'past_due' };

export function billingSettings({ database }: World): BillingSettings {
  const row = database.first('select value from setting where name = ?', 'billing');
  return row === null ? initial : (JSON.parse(String(row.value)) as BillingSettings);
}

/** What is left out stays as it is. */
export function changeBillingSettings(world: World, change: Partial<BillingSettings>): BillingSettings {
  const settings = { ...billingSettings(world), ...change };
  world.database.run('insert or replace into setting (name, value) values (?, ?)', 'billing', JSON.stringify(settings));
  return settings;
}

export const forgetBillingSettings = ({ database }: World): number => database.run('delete from setting where name = ?', 'billing');
