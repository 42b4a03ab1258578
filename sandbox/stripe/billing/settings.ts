/**
 * The merchant's billing settings: whether and when failed payments are retried, and the subscription's
 * status afterwards. Retries are off by default, because the shop retries.
 */
import type { World } from '#sandbox/stripe/world.ts';

export type BillingSettings = {
  /** Days between a failed automatic payment and the next attempt. Empty: no retries. */
  retry_after_days: number[];
  /** The subscription's status after the last retry has failed. */
  after_last_retry: 'past_due' | 'canceled' | 'unpaid';
};

const initial: BillingSettings = { retry_after_days: [], after_last_retry: 'past_due' };

export function billingSettings({ database }: World): BillingSettings {
  const row = database.first('select value from setting where name = ?', 'billing');
  return row === null ? initial : (JSON.parse(String(row.value)) as BillingSettings);
}

/** Omitted settings stay unchanged. */
export function changeBillingSettings(world: World, change: Partial<BillingSettings>): BillingSettings {
  const settings = { ...billingSettings(world), ...change };
  world.database.run(
    'insert or replace into setting (name, value) values (?, ?)',
    'billing',
    JSON.stringify(settings),
  );
  return settings;
}

export const resetBillingSettings = ({ database }: World): number =>
  database.run('delete from setting where name = ?', 'billing');
