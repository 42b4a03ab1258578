/**
 * Seeds the demo staff with a second factor and sends its secrets to the sandbox, which shows the codes.
 * Called only in a demo, because anyone who can read these codes controls the shop.
 */
import { seedPeople } from '#db/seeds/people.ts';
import { staffPeople } from '#db/seeds/staff-people.ts';
import * as users from '#modules/accounts/people/store.ts';
import * as codes from '#modules/accounts/two-factor/codes.ts';
import * as factors from '#modules/accounts/two-factor/store.ts';
import type { Deps } from '#modules/shared/deps.ts';
import { Secret } from 'otpauth';
import { control } from './sandbox-control.ts';

type StaffDeps = Pick<Deps, 'db' | 'keys' | 'passwords'>;
export type Authenticator = { name: string; secret: string };

/** Safe to repeat: an existing second factor stays. Returns what an authenticator app would store. */
export async function seedStaff({ db, keys, passwords }: StaffDeps, now: Date): Promise<Authenticator[]> {
  await seedPeople(db, passwords, now, staffPeople);
  for (const { id } of staffPeople)
    await db.transaction().execute(async (tx) => {
      const user = await users.lock(tx, id);
      if (user === undefined || user.two_factor_enabled_at !== null) return;
      await factors.begin(tx, id, codes.seal({ keys }, id, new Secret({ size: 20 }).base32), now);
      await factors.enable(tx, id, now);
    });
  const found = await Promise.all(staffPeople.map(({ id }) => users.find(db, id)));
  return found.flatMap((user) => {
    const secret =
      user?.two_factor_secret == null ? null : codes.opened({ keys }, user.id, user.two_factor_secret);
    return user === undefined || secret === null ? [] : [{ name: user.email, secret }];
  });
}

/** Sends the authenticator secrets to the sandbox. */
export const sendAuthenticators = (
  sandboxOrigin: string,
  authenticators: Authenticator[],
): Promise<unknown> => control(sandboxOrigin, 'PUT', 'authenticators', { authenticators });
