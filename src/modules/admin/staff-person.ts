/** Looks up a staff member by id with their current role, for work that runs after their request. */
import { isStaff } from '#kernel/permissions.ts';
import * as users from '#modules/accounts/people/store.ts';
import type { Database, Tx } from '#platform/database.ts';
import type { Person } from '#platform/mount.ts';

/** Returns null if the person has left, is disabled, or is no longer staff. */
export async function staffPersonOf(
  db: Database | Tx,
  userId: string,
): Promise<(Person & { firstName: string }) | null> {
  const user = await users.find(db, userId);
  if (user === undefined || !isStaff(user.role) || user.disabled_at !== null || user.deleted_at !== null)
    return null;
  const { email, role, first_name: firstName } = user;
  return { kind: 'person', userId, email, sessionId: '', role, actor: null, firstName };
}
