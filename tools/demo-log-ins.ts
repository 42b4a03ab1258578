/**
 * Prints the demo logins that work. Data of an earlier version may lack some people, a tester may have
 * changed a password, and a start with real keys has closed them all.
 */
import type { DemoPerson } from '#db/seeds/people.ts';
import type { Deps } from '#modules/shared/deps.ts';

export async function usableLogIns<Person extends DemoPerson>(
  { db, passwords }: Pick<Deps, 'db' | 'passwords'>,
  people: readonly Person[],
): Promise<Person[]> {
  const ids = people.map(({ id }) => id);
  const rows = await db
    .selectFrom('app_user')
    .select(['id', 'email', 'password_hash', 'disabled_at'])
    .where('id', 'in', ids)
    .execute();
  const working: Person[] = [];
  for (const person of people) {
    const row = rows.find(({ id }) => id === person.id);
    if (row === undefined || row.disabled_at !== null || row.email !== person.email) continue;
    if (await passwords.matches(person.password, row.password_hash)) working.push(person);
  }
  return working;
}
