/**
 * People with a Factiiv login and the businesses that they report for. The API calls a business a profile.
 */
import { randomUUID } from 'node:crypto';
import type { Row } from '#sandbox/database.ts';
import { Refusal } from './refusal.ts';
import type { World } from './world.ts';

export type Person = { id: string; email: string; firstName: string; lastName: string };
export type Business = { id: string; personId: string; name: string };

const demoPassword = 'factiiv demo';

/** Demo logins for the connect page. */
const demoPeople = [
  {
    email: 'priya@demo.example',
    firstName: 'Priya',
    lastName: 'Raman',
    businesses: ['Raman Textiles LLC', 'Raman Studio LLC'],
  },
  { email: 'amara@demo.example', firstName: 'Amara', lastName: 'Okafor', businesses: ['Okafor Imports LLC'] },
  { email: 'mateo@demo.example', firstName: 'Mateo', lastName: 'Silva', businesses: ['Silva Software Inc'] },
  { email: 'newcomer@demo.example', firstName: 'Noor', lastName: 'Haddad', businesses: [] },
];

const personOf = (row: Row): Person => ({
  id: String(row.id),
  email: String(row.email),
  firstName: String(row.first_name),
  lastName: String(row.last_name),
});
const businessOf = (row: Row): Business => ({
  id: String(row.id),
  personId: String(row.person_id),
  name: String(row.name),
});

/** Runs only when there are no people yet: at the first start and after a reset. */
export function seedDemoPeople(world: World): void {
  world.database.step(() => {
    if (allPeople(world).length > 0) return;
    for (const { businesses, ...person } of demoPeople) {
      const { id } = addPerson(world, { ...person, password: demoPassword });
      for (const name of businesses) addBusiness(world, id, name);
    }
  });
}

export function addPerson(
  world: World,
  person: Omit<Person, 'id'> & { password?: string | undefined },
): Person {
  const { email, firstName, lastName, password = demoPassword } = person;
  if (world.database.first('select 1 as found from person where email = ?', email.toLowerCase()) !== null)
    throw new Refusal(409, 'email_taken', 'There is a user with this email address already');
  const id = randomUUID();
  world.database.run(
    'insert into person (id, email, password, first_name, last_name) values (?, ?, ?, ?, ?)',
    id,
    email.toLowerCase(),
    password,
    firstName,
    lastName,
  );
  return { id, email: email.toLowerCase(), firstName, lastName };
}

export function addBusiness(world: World, personId: string, name: string): Business {
  const id = randomUUID();
  world.database.run('insert into business (id, person_id, name) values (?, ?, ?)', id, personId, name);
  return { id, personId, name };
}

export const allPeople = ({ database }: World): Person[] =>
  database.all('select * from person order by rowid').map(personOf);

export function findPerson({ database }: World, id: string): Person | null {
  const row = database.first('select * from person where id = ?', id);
  return row === null ? null : personOf(row);
}

/** Checks a login. Passwords are in plain text, because only demo people exist. */
export function personWith({ database }: World, email: string, password: string): Person | null {
  const row = database.first(
    'select * from person where email = ? and password = ?',
    email.trim().toLowerCase(),
    password,
  );
  return row === null ? null : personOf(row);
}

/** Businesses of one person, or of all when `personId` is null. */
export const businessesOf = ({ database }: World, personId: string | null): Business[] =>
  database
    .all('select * from business where ?1 is null or person_id = ?1 order by seq', personId)
    .map(businessOf);

export function findBusiness({ database }: World, id: string): Business | null {
  const row = database.first('select * from business where id = ?', id);
  return row === null ? null : businessOf(row);
}
