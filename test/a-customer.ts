/** People with an account, logged in over HTTP as a browser would be. The account itself is written straight into the database. */
import { type Client, createClient } from '#contract/client.ts';
import { contract } from '#contract/contract.ts';
import { freshId } from '#kernel/ids.ts';
import type { Role } from '#kernel/permissions.ts';
import type { Shop } from './a-shop.ts';

export type Customer = {
  userId: string;
  email: string;
  password: string;
  accessToken: string;
  refreshToken: string;
  /** The contract's client with this person's access token, as it was at the log-in. */
  call: Client;
  /** What a request of this person carries. */
  headers: { authorization: string };
};

export type PersonOptions = {
  email?: string;
  firstName?: string;
  lastName?: string;
  password?: string;
  /** False: the address is not confirmed, and so there is nobody to log in. */
  confirmed?: boolean;
  role?: Role;
};

export const aPassword = 'correct horse battery staple';

let people = 0;

/** Only the row: nobody is logged in. */
export async function anAccount(shop: { db: Shop['db']; deps: Pick<Shop['deps'], 'clock' | 'passwords'> }, options: PersonOptions = {}) {
  people += 1;
  const { email = `person-${people}@example.com`, firstName = 'Ama', lastName = 'Boateng', password = aPassword } = options;
  const { confirmed = true, role = 'customer' } = options;
  const now = shop.deps.clock.now();
  const userId = freshId('usr');
  await shop.db
    .insertInto('app_user')
    .values({
      id: userId,
      email,
      first_name: firstName,
      last_name: lastName,
      user_name: firstName.toLowerCase(),
      phone: '+233 20 123 4567',
      address: '12 Ring Road',
      city: 'Accra',
      country: 'GH',
      password_hash: await shop.deps.passwords.hash(password),
      password_changed_at: now,
      email_confirmed_at: confirmed ? now : null,
      role,
    })
    .execute();
  return { userId, email, password };
}

export const withToken = (shop: Pick<Shop, 'origin'>, accessToken: string): Client =>
  createClient((input, init) => {
    const headers = new Headers(init?.headers);
    headers.set('authorization', `Bearer ${accessToken}`);
    return fetch(input, { ...init, headers });
  }, shop.origin);

/** Opens another session of a person: another device. */
export async function logIn(shop: Shop, { email, password }: { email: string; password: string }) {
  const { data } = await shop.call(contract.login, { body: { email, password } });
  return { ...data, call: withToken(shop, data.accessToken), headers: { authorization: `Bearer ${data.accessToken}` } };
}

export async function aCustomer(shop: Shop, options: Omit<PersonOptions, 'confirmed'> = {}): Promise<Customer> {
  const account = await anAccount(shop, options);
  return { ...account, ...(await logIn(shop, account)) };
}

export const anAdministrator = (shop: Shop, options: Omit<PersonOptions, 'confirmed' | 'role'> = {}): Promise<Customer> =>
  aCustomer(shop, { ...options, role: 'owner' });
