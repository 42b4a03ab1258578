/** An administrator with a grant to act for a customer, and the headers of such a browser. */
import * as grants from '#modules/admin/grants.ts';
import { withAccounts } from '#server/accounts.ts';
import type { StaffRole } from '#kernel/permissions.ts';
import { aCustomer, type Customer } from './customer.ts';
import { type Authenticator, turnOnTwoFactor } from './second-factor.ts';
import type { Shop } from './shop.ts';

export type Administrator = Customer & { app: Authenticator };
type Target = Pick<Customer, 'userId' | 'email'>;

/**
 * Creates a staff member with two-factor log-in, as all staff with permissions have. The default role is
 * owner.
 */
export async function aFullAdministrator(shop: Shop, role: StaffRole = 'owner'): Promise<Administrator> {
  const admin = await aCustomer(shop, { firstName: 'Esi', role });
  return { ...admin, app: await turnOnTwoFactor(shop, admin) };
}

export const aReason = 'Asked for help with an order by phone';

export const grantImpersonation = (
  shop: Shop,
  admin: Administrator,
  target: Target,
  minutes = 30,
): Promise<grants.Granted> =>
  grants.grant(withAccounts(shop.deps), {
    adminEmail: admin.email,
    targetEmail: target.email,
    reason: aReason,
    code: admin.app.nextCode(),
    minutes,
    sessionId: admin.refreshToken.split('.')[0],
  });

export const actingAs = (admin: Pick<Customer, 'headers'>, target: Target): Record<string, string> => ({
  ...admin.headers,
  'admin-as-user': 'true',
  'user-id': target.userId,
  'user-email': target.email,
});
