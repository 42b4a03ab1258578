/** Somebody of our team at the console: logged in with a second factor, whose code is fresh or not as a test wants it. */
import type { StaffRole } from '#kernel/permissions.ts';
import type { Customer } from './a-customer.ts';
import type { Shop } from './a-shop.ts';
import { type Administrator, aFullAdministrator } from './an-acting-administrator.ts';

const sessionOf = ({ refreshToken }: Pick<Customer, 'refreshToken'>): string => refreshToken.split('.')[0] ?? '';

/** The code that turned two-factor log-in on is fresh for five minutes of the shop's clock. */
export const aStaffPerson = (shop: Shop, role: StaffRole = 'owner'): Promise<Administrator> => aFullAdministrator(shop, role);

/** As if a code of the app had been given now, or an hour ago. */
export async function markFactor(shop: Shop, person: Pick<Customer, 'refreshToken'>, how: 'fresh' | 'stale'): Promise<void> {
  const at = new Date(shop.deps.clock.now().getTime() - (how === 'fresh' ? 0 : 3_600_000));
  await shop.db.updateTable('session').set({ fresh_factor_at: at }).where('id', '=', sessionOf(person)).execute();
}
