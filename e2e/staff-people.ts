/** Staff for console stories, with an authenticator app controlled by the story. */
import { confirmTwoFactor, startTwoFactor } from '#contract/two-factor.ts';
import type { StaffRole } from '#kernel/permissions.ts';
import { anAccount, callAs, codeOf, password, storeTokens, tokensFor } from '#e2e/people.ts';
import { expect, type Shop } from '#e2e/story.ts';
import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';

export type Staff = {
  email: string;
  secret: string;
  /** Returns a valid code. Each code works once; the next one is available without waiting 30 s. */
  nextCode(): Promise<string>;
};

/** Creates a staff member with this role, two-factor log-in, and a session in the browser. */
export async function aStaffPerson(page: Page, shop: Shop, role: StaffRole): Promise<Staff> {
  await anAccount(shop);
  const tokens = await tokensFor(shop);
  const call = callAs(shop, tokens);
  const { secret } = await call(startTwoFactor, { body: { password } });
  await call(confirmTwoFactor, { body: { code: codeOf(secret) } });
  const { email } = shop.buyer;
  await shop.db.updateTable('app_user').set({ role }).where('email', '=', email).execute();
  await storeTokens(page, shop, tokens);
  const nextCode = async (): Promise<string> => {
    await shop.db
      .updateTable('app_user')
      .set({ two_factor_last_step: null })
      .where('email', '=', email)
      .execute();
    return codeOf(secret);
  };
  return { email, secret, nextCode };
}

/** Opens a console screen. */
export async function atConsole(page: Page, shop: Shop, role: StaffRole, path = ''): Promise<Staff> {
  const staff = await aStaffPerson(page, shop, role);
  await page.goto(`${shop.origin}/admin${path}`);
  await expect(
    page
      .getByRole('navigation', { name: 'Console' })
      .or(page.getByRole('button', { name: 'Menu' }))
      .first(),
  ).toBeVisible();
  return staff;
}

/** Returns the shop from the view of another customer. The story's own buyer is staff. */
export function shopForCustomer(shop: Shop, firstName: string): Shop {
  const lastName = randomUUID().slice(0, 8);
  const email = `${firstName}.${lastName}@example.com`.toLowerCase();
  const mails: Shop['mails'] = async (count = 1) => {
    const query = new URLSearchParams({ to: email, count: String(count), wait: '10000' });
    return (await fetch(`${shop.sandboxOrigin}/control/mailbox?${query}`)).json() as ReturnType<
      Shop['mails']
    >;
  };
  return { ...shop, buyer: { ...shop.buyer, firstName, lastName, email }, mails };
}

export const userIdOf = async ({ db, buyer }: Shop): Promise<string> =>
  (await db.selectFrom('app_user').select('id').where('email', '=', buyer.email).executeTakeFirstOrThrow())
    .id;

/** Creates a customer without purchases. The story's own buyer is staff. */
export async function aCustomerBeside(
  shop: Shop,
  firstName: string,
): Promise<{ id: string; name: string; email: string }> {
  const customerShop = shopForCustomer(shop, firstName);
  await anAccount(customerShop);
  const { lastName, email } = customerShop.buyer;
  return { id: await userIdOf(customerShop), name: `${firstName} ${lastName}`, email };
}

/** Makes the last code of this session too old to count as fresh. */
export const expireFreshCode = (shop: Shop, { email }: Staff) =>
  shop.db
    .updateTable('session')
    .set({ fresh_factor_at: null })
    .where('user_id', 'in', shop.db.selectFrom('app_user').select('id').where('email', '=', email))
    .execute();
