/** Users who are logged in over HTTP, as from a browser. The account row itself is inserted directly. */
import { type Client, createClient } from '#contract/client.ts';
import { describeFailure } from '#test/describe-failure.ts';
import { contract } from '#contract/contract.ts';
import { freshId } from '#kernel/ids.ts';
import type { Role } from '#kernel/permissions.ts';
import type { Shop } from './shop.ts';

export type Customer = {
  userId: string;
  email: string;
  password: string;
  accessToken: string;
  refreshToken: string;
  /** The contract's client with the access token from the log-in. The token is not refreshed. */
  call: Client;
  /** Request headers with the user's access token. */
  headers: { authorization: string };
};

export type PersonOptions = {
  email?: string;
  firstName?: string;
  lastName?: string;
  password?: string;
  /** `false`: the address is not confirmed, so the user cannot log in. */
  confirmed?: boolean;
  role?: Role;
};

export const aPassword = 'correct horse battery staple';

let people = 0;

/** Inserts the account row without logging in. */
export async function anAccount(
  shop: { db: Shop['db']; deps: Pick<Shop['deps'], 'clock' | 'passwords'> },
  options: PersonOptions = {},
) {
  people += 1;
  const {
    email = `person-${people}@example.com`,
    firstName = 'Ama',
    lastName = 'Boateng',
    password = aPassword,
  } = options;
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
  createClient(
    (input, init) => {
      const headers = new Headers(init?.headers);
      headers.set('authorization', `Bearer ${accessToken}`);
      return fetch(input, { ...init, headers });
    },
    shop.origin,
    describeFailure,
  );

/** Opens another session of the user, as on a second device. */
export async function logIn(shop: Shop, { email, password }: { email: string; password: string }) {
  const { data } = await shop.call(contract.login, { body: { email, password } });
  return {
    ...data,
    call: withToken(shop, data.accessToken),
    headers: { authorization: `Bearer ${data.accessToken}` },
  };
}

export async function aCustomer(
  shop: Shop,
  options: Omit<PersonOptions, 'confirmed'> = {},
): Promise<Customer> {
  const account = await anAccount(shop, options);
  return { ...account, ...(await logIn(shop, account)) };
}

export const anAdministrator = (
  shop: Shop,
  options: Omit<PersonOptions, 'confirmed' | 'role'> = {},
): Promise<Customer> => aCustomer(shop, { ...options, role: 'owner' });
