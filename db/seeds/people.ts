/**
 * Demo people who can log in immediately. Their passwords are printed at startup, so they belong only in the
 * sandbox. A shop with real money never seeds them, and closes those that an earlier demo left.
 */
import type { Database } from '#platform/database.ts';
import type { Role } from '#kernel/permissions.ts';
import type { Passwords } from '#platform/passwords.ts';

export type DemoPerson = {
  id: string;
  email: string;
  password: string;
  firstName: string;
  lastName: string;
  userName: string;
  phone: string;
  address: string;
  city: string;
  country: string;
  /** False for a person who has not confirmed the email address yet. */
  confirmed: boolean;
  /** A staff role. Default: customer. */
  role?: Role;
  /** What a tester sees, for the startup output and README. */
  shows: string;
};

export const demoPeople: readonly DemoPerson[] = [
  {
    id: 'usr_demo_customer_amara_01',
    email: 'amara@demo.example',
    password: 'stateside demo customer',
    firstName: 'Amara',
    lastName: 'Okafor',
    userName: 'amara',
    phone: '+234 803 555 0142',
    address: '14 Cole Street',
    city: 'Lagos',
    country: 'NG',
    confirmed: true,
    shows: 'a customer',
  },
  {
    id: 'usr_demo_customer_mateo_02',
    email: 'mateo@demo.example',
    password: 'stateside demo second',
    firstName: 'Mateo',
    lastName: 'Silva',
    userName: 'mateo',
    phone: '+55 11 5555 0142',
    address: 'Rua Augusta 210',
    city: 'São Paulo',
    country: 'BR',
    confirmed: true,
    shows: 'another customer, to check that accounts are separate',
  },
  {
    id: 'usr_demo_customer_linh_003',
    email: 'linh@demo.example',
    password: 'stateside demo newcomer',
    firstName: 'Linh',
    lastName: 'Nguyen',
    userName: 'linh',
    phone: '+84 28 5555 0142',
    address: '25 Le Loi',
    city: 'Ho Chi Minh City',
    country: 'VN',
    confirmed: false,
    shows: 'an unconfirmed address: logging in resends the link',
  },
];

/**
 * Safe to repeat: an existing person keeps password and details. Passwords are hashed before the transaction
 * opens.
 */
export async function seedPeople(
  db: Database,
  passwords: Pick<Passwords, 'hash'>,
  now: Date,
  people: readonly DemoPerson[] = demoPeople,
): Promise<void> {
  const ids = people.map(({ id }) => id);
  const existingIds = new Set(
    (await db.selectFrom('app_user').select('id').where('id', 'in', ids).execute()).map(({ id }) => id),
  );
  for (const person of people.filter(({ id }) => !existingIds.has(id))) {
    await db
      .insertInto('app_user')
      .values({
        id: person.id,
        email: person.email,
        first_name: person.firstName,
        last_name: person.lastName,
        user_name: person.userName,
        phone: person.phone,
        address: person.address,
        city: person.city,
        country: person.country,
        password_hash: await passwords.hash(person.password),
        password_changed_at: now,
        email_confirmed_at: person.confirmed ? now : null,
        role: person.role ?? 'customer',
        created_at: now,
        updated_at: now,
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}
