/** One of our staff by id, as they are now: for work that goes on after they have asked for it. */
import { isStaff } from '#kernel/permissions.ts';
import * as users from '#modules/accounts/people/store.ts';
import type { Database, Tx } from '#platform/database.ts';
import type { Person } from '#platform/mount.ts';

/** Null for somebody who left, is kept out, or is no staff any more. */
export async function staffPersonOf(db: Database | Tx, userId: string): Promise<(Person & { firstName: string }) | null> {
  const user = await users.find(db, userId);
  if (user === undefined || !isStaff(user.role) || user.disabled_at !== null || user.deleted_at !== null) return null;
  const { email, role, first_name: firstName } = user;
  return { kind: 'person', userId, email, sessionId: '', role, actor: null, firstName };
}
