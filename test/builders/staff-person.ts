/** A staff member at the console, logged in with a second factor whose code is fresh or stale. */
import type { StaffRole } from '#kernel/permissions.ts';
import type { Customer } from './customer.ts';
import type { Shop } from './shop.ts';
import { type Administrator, aFullAdministrator } from './acting-administrator.ts';

const sessionOf = ({ refreshToken }: Pick<Customer, 'refreshToken'>): string =>
  refreshToken.split('.')[0] ?? '';

/** The code that turned on two-factor log-in stays fresh for five minutes of the shop's clock. */
export const aStaffPerson = (shop: Shop, role: StaffRole = 'owner'): Promise<Administrator> =>
  aFullAdministrator(shop, role);

/** Marks the last app code as given now, or an hour ago. */
export async function markFactor(
  shop: Shop,
  person: Pick<Customer, 'refreshToken'>,
  how: 'fresh' | 'stale',
): Promise<void> {
  const at = new Date(shop.deps.clock.now().getTime() - (how === 'fresh' ? 0 : 3_600_000));
  await shop.db
    .updateTable('session')
    .set({ fresh_factor_at: at })
    .where('id', '=', sessionOf(person))
    .execute();
}
