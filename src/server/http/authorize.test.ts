/**
 * Authorization: forged tokens, tokens of ended sessions, and endpoints that stay hidden from some callers.
 */
import { createHmac } from 'node:crypto';
import { Hono } from 'hono';
import { SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { contract } from '#contract/contract.ts';
import { endpoint } from '#contract/endpoint.ts';
import { mounter, type Person } from '#platform/mount.ts';
import { aCustomer, anAdministrator, type Customer } from '#test/builders/customer.ts';
import { aShop, type Shop } from '#test/builders/shop.ts';
import { actingAs, aFullAdministrator, grantImpersonation } from '#test/builders/acting-administrator.ts';
import { authorizer } from './authorize.ts';

let shop: Shop;
let customer: Customer;
beforeAll(async () => {
  shop = await aShop({ runJobs: false });
  customer = await aCustomer(shop);
});
afterAll(() => shop.stop());

const ask = async (
  headers: Record<string, string>,
  path: string = contract.me.path,
): Promise<[number, string | null]> => {
  const answer = await fetch(`${shop.origin}${path}`, { headers });
  return [answer.status, answer.headers.get('x-error-code')];
};
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const sidOf = (person: Customer): string => person.refreshToken.split('.')[0] ?? '';

/** Signs a token the way the shop does, except for the given changes. */
async function forge(
  changes: { header?: object; claims?: object; key?: Uint8Array; alg?: string } = {},
): Promise<string> {
  const now = Math.floor(shop.deps.clock.now().getTime() / 1_000);
  const { sid, ...rest } = { sid: sidOf(customer), ...changes.claims } as Record<string, unknown>;
  const claims = {
    iss: 'stateside',
    aud: 'stateside/api',
    sub: customer.userId,
    iat: now,
    exp: now + 600,
    ver: 1,
    gen: 0,
    sid,
    ...rest,
  };
  return new SignJWT(claims)
    .setProtectedHeader({ typ: 'at+jwt', ...changes.header, alg: changes.alg ?? 'HS256' })
    .sign(changes.key ?? shop.deps.keys.of('access-token')[0] ?? new Uint8Array());
}

test('the forger’s tool makes a valid token, so the rejections below have one cause each', async () => {
  expect(await ask(bearer(await forge()))).toEqual([200, null]);
  expect(await ask(bearer(customer.accessToken))).toEqual([200, null]);
  expect(await ask({ authorization: `bearer   ${customer.accessToken}` })).toEqual([200, null]);
});

describe('a token is rejected on every endpoint, public ones too, when it', () => {
  const past = (): number => Math.floor(shop.deps.clock.now().getTime() / 1_000) - 1;
  const forgedTokens: Record<string, () => Promise<string> | string> = {
    'is empty': () => '',
    'is not a token': () => 'x.y.z',
    'has no signature and claims alg none': async () => {
      const [, claims = ''] = (await forge()).split('.');
      return `${encode({ alg: 'none', typ: 'at+jwt' })}.${claims}.`;
    },
    'claims alg none in another spelling': async () =>
      `${encode({ alg: 'nOnE', typ: 'at+jwt' })}.${(await forge()).split('.')[1]}.AA`,
    'lost its signature': async () => `${(await forge()).split('.').slice(0, 2).join('.')}.`,
    'has a signature of another token': async () => {
      const [header, claims] = (await forge()).split('.');
      return `${header}.${claims}.${(await forge({ claims: { sub: 'usr_x' } })).split('.')[2]}`;
    },
    'has changed claims': async () => {
      const [header, , signature] = customer.accessToken.split('.');
      return `${header}.${encode({ iss: 'stateside', sub: 'usr_other', sid: sidOf(customer), ver: 1 })}.${signature}`;
    },
    'uses another algorithm with the same key': () => forge({ alg: 'HS512' }),
    'claims a public-key algorithm over our secret': async () => {
      const [, claims = ''] = (await forge()).split('.');
      const signed = `${encode({ alg: 'RS256', typ: 'at+jwt' })}.${claims}`;
      return `${signed}.${createHmac('sha256', shop.deps.keys.of('access-token')[0] ?? '')
        .update(signed)
        .digest('base64url')}`;
    },
    'is signed with another key': () => forge({ key: new Uint8Array(32).fill(7) }),
    'is signed with the key of refresh tokens': () =>
      forge({ key: shop.deps.keys.of('refresh-token')[0] ?? new Uint8Array() }),
    'is signed with an empty key': async () => {
      const [header, claims] = (await forge()).split('.');
      return `${header}.${claims}.${createHmac('sha256', '').update(`${header}.${claims}`).digest('base64url')}`;
    },
    'has expired': () => forge({ claims: { exp: past() } }),
    'never expires': () => forge({ claims: { exp: undefined } }),
    'is not valid yet': () => forge({ claims: { nbf: past() + 300 } }),
    'is for another audience': () => forge({ claims: { aud: 'someone-else' } }),
    'comes from another issuer': () => forge({ claims: { iss: 'https://evil.example' } }),
    'is of another type': () => forge({ header: { typ: 'JWT' } }),
    'is of no type': () => forge({ header: { typ: undefined } }),
    'is of another version': () => forge({ claims: { ver: 2 } }),
    'is from before a new password': () => forge({ claims: { gen: -1 } }),
    'has no session generation': () => forge({ claims: { gen: undefined } }),
    'has a generation that is not a number': () => forge({ claims: { gen: 'newest' } }),
    'names a key by a path': () => forge({ header: { kid: '../../../../dev/null' } }),
    'names a key by a query': () => forge({ header: { kid: "' union select 'secret'--" } }),
    'names a URL of keys': () => forge({ header: { jku: 'https://evil.example/keys' } }),
    'contains its own key': () => forge({ header: { jwk: { kty: 'oct', k: 'AAAA' } } }),
    'names a certificate to fetch': () => forge({ header: { x5u: 'https://evil.example/cert' } }),
    'is for a user without this session': () => forge({ claims: { sub: 'usr_AAAAAAAAAAAAAAAAAAAAAA' } }),
    'is for an unknown session': () => forge({ claims: { sid: 'ses_AAAAAAAAAAAAAAAAAAAAAA' } }),
    'has no session': () => forge({ claims: { sid: undefined } }),
    'is a refresh token': () => customer.refreshToken,
    'is very long': () => `${'a'.repeat(7_000)}.${'b'.repeat(2_000)}.c`,
  };
  for (const [title, make] of Object.entries(forgedTokens)) {
    test(title, async () => {
      const headers = bearer(await make());
      expect(await ask(headers)).toEqual([401, 'token_expired']);
      expect(await ask(headers, contract.listProducts.path)).toEqual([401, 'token_expired']);
    });
  }
});

test('without a token a customer endpoint asks to log in, and a public one answers', async () => {
  expect(await ask({})).toEqual([401, 'sign_in_required']);
  expect(await ask({}, contract.listProducts.path)).toEqual([200, null]);
  expect(
    await ask({ authorization: 'Basic c3RhZ2luZzpwYXNz' }, contract.listProducts.path),
    'a proxy’s password is no token of ours',
  ).toEqual([200, null]);
});

test('a token works for ten minutes', async () => {
  const customer = await aCustomer(shop);
  shop.travel(595_000);
  expect(await ask(bearer(customer.accessToken))).toEqual([200, null]);
  shop.travel(6_000);
  expect(await ask(bearer(customer.accessToken))).toEqual([401, 'token_expired']);
});

describe('a valid token is rejected from the moment that', () => {
  const ends: Record<string, (person: Customer) => Promise<unknown>> = {
    'its owner logs out': (person) =>
      shop.call(contract.logout, { body: { refreshToken: person.refreshToken } }),
    'its owner logs out with an older refresh token': async (person) => {
      await shop.call(contract.refreshToken, { body: { refreshToken: person.refreshToken } });
      await shop.call(contract.logout, { body: { refreshToken: person.refreshToken } });
    },
    'its session is ended': (person) => person.call(contract.endSession, { params: { id: sidOf(person) } }),
    'the account is disabled': ({ userId }) =>
      shop.db.updateTable('app_user').set({ disabled_at: new Date() }).where('id', '=', userId).execute(),
    'the account is deleted': ({ userId }) =>
      shop.db.updateTable('app_user').set({ deleted_at: new Date() }).where('id', '=', userId).execute(),
  };
  for (const [title, end] of Object.entries(ends)) {
    test(title, async () => {
      const person = await aCustomer(shop);
      expect(await ask(person.headers)).toEqual([200, null]);
      await end(person);
      expect(await ask(person.headers)).toEqual([401, 'token_expired']);
      await expect(
        shop.call(contract.refreshToken, { body: { refreshToken: person.refreshToken } }),
      ).rejects.toMatchObject({
        status: 401,
        code: 'refresh_refused',
      });
    });
  }
});

/** Uses its own endpoints, so that every access kind is covered even if the contract no longer has one. */
describe('an endpoint declares who may call it', () => {
  const path = (name: string) => `/api/${name}` as const;
  const response = z.object({ who: z.string() });
  const endpoints = {
    public: endpoint({ method: 'GET', path: path('public'), access: 'public', summary: 'Tried', response }),
    customer: endpoint({
      method: 'GET',
      path: path('customer'),
      access: 'customer',
      summary: 'Tried',
      response,
    }),
    setUp: endpoint({
      method: 'GET',
      path: path('set-up'),
      access: 'customer',
      beforeFactor: true,
      summary: 'Tried',
      response,
    }),
    staff: endpoint({
      method: 'GET',
      path: path('staff'),
      access: 'staff',
      permission: 'settings.write',
      summary: 'Tried',
      response,
    }),
    fresh: endpoint({
      method: 'GET',
      path: path('fresh'),
      access: 'staff',
      permission: 'refunds.make',
      fresh: true,
      summary: 'Tried',
      response,
    }),
  };
  const who = (caller: { kind: string }): string =>
    caller.kind === 'person' ? (caller as Person).userId : 'guest';
  const api = () => {
    const hono = new Hono();
    hono.onError((error, context) => context.text('code' in error ? String(error.code) : 'bug', 500));
    const mount = mounter(hono, authorizer(shop.deps), async () => undefined);
    mount(endpoints.public, async (_received, caller) => ({ who: who(caller) }));
    for (const endpoint of [endpoints.customer, endpoints.setUp, endpoints.staff, endpoints.fresh] as const)
      mount(endpoint, async (_received: unknown, caller: Person) => ({ who: caller.userId }));
    return async (path: string, headers: Record<string, string> = {}) =>
      (await hono.request(`/api/${path}`, { headers })).text();
  };

  test('and hides from customers what they must not know of', async () => {
    const administrator = await anAdministrator(shop);
    const customer = await aCustomer(shop);
    const get = api();
    expect(await get('public')).toContain('guest');
    expect(await get('public', customer.headers)).toContain(customer.userId);
    expect(await get('customer')).toBe('sign_in_required');
    expect(await get('customer', customer.headers)).toContain(customer.userId);
    expect(await get('staff')).toBe('sign_in_required');
    expect(await get('staff', customer.headers)).toBe('not_found');
    expect(await get('staff', administrator.headers)).toBe('two_factor_needed');
    expect(await get('customer', administrator.headers), 'nor anything else before the second factor').toBe(
      'two_factor_needed',
    );
    expect(await get('set-up', administrator.headers), 'but setting it up').toContain(administrator.userId);
    const full = await aFullAdministrator(shop);
    expect(await get('staff', full.headers)).toContain(full.userId);
    const session = full.refreshToken.split('.')[0] ?? '';
    const mark = (second_factor_at: Date | null) =>
      shop.db.updateTable('session').set({ second_factor_at }).where('id', '=', session).execute();
    await mark(null);
    expect(await get('staff', full.headers), 'a log-in without a code').toBe('two_factor_needed');
    await mark(new Date());
    await grantImpersonation(shop, full, customer);
    expect(await get('customer', actingAs(full, customer))).toContain(customer.userId);
    expect(await get('staff', actingAs(full, customer)), 'acting for a customer is no way to be staff').toBe(
      'impersonation_refused',
    );
  });

  test('and admits staff as far as their role goes', async () => {
    const support = await aFullAdministrator(shop, 'support');
    const get = api();
    expect(await get('staff', support.headers)).toBe('permission_missing');
    expect(await get('fresh', support.headers)).toContain(support.userId);
  });

  test('and sensitive ones ask for a code at most five minutes old, and no recovery code', async () => {
    const owner = await aFullAdministrator(shop);
    const get = api();
    const session = owner.refreshToken.split('.')[0] ?? '';
    const age = (seconds: number) =>
      shop.db
        .updateTable('session')
        .set({ fresh_factor_at: new Date(shop.deps.clock.now().getTime() - seconds * 1_000) })
        .where('id', '=', session)
        .execute();
    expect(await get('fresh', owner.headers), 'the code that turned it on').toContain(owner.userId);
    await age(299);
    expect(await get('fresh', owner.headers)).toContain(owner.userId);
    await age(301);
    expect(await get('fresh', owner.headers)).toBe('fresh_factor_needed');
    expect(await get('staff', owner.headers), 'what is not sensitive goes on').toContain(owner.userId);
    const [recovery = ''] = owner.app.recoveryCodes;
    for (const code of [recovery, '000000'])
      await expect(owner.call(contract.giveFreshFactor, { body: { code } })).rejects.toMatchObject({
        status: 422,
        code: 'code_wrong',
      });
    const code = owner.app.nextCode();
    const { freshUntil } = await owner.call(contract.giveFreshFactor, { body: { code } });
    expect(await owner.call(contract.readStaffPerson)).toMatchObject({
      id: owner.userId,
      role: 'owner',
      freshUntil,
      refundLimit: null,
    });
    expect(await get('fresh', owner.headers)).toContain(owner.userId);
    await expect(
      owner.call(contract.giveFreshFactor, { body: { code } }),
      'a code counts once',
    ).rejects.toMatchObject({
      code: 'code_wrong',
    });
    const { data } = await shop.call(contract.login, {
      body: { email: owner.email, password: owner.password, code: recovery },
    });
    expect(await get('fresh', bearer(data.accessToken)), 'a log-in by a recovery code').toBe(
      'fresh_factor_needed',
    );
  });

  test('or the shop does not start', () => {
    const mount = mounter(new Hono(), authorizer(shop.deps), async () => undefined);
    const silent = { ...endpoints.public, access: undefined as unknown as 'public' };
    expect(() => mount(silent, async () => ({ who: '' }))).toThrow(
      'GET /api/public does not say who may call it',
    );
    for (const permission of [undefined, 'orders.everything' as 'orders.read']) {
      const open = { ...endpoints.staff, permission };
      expect(() => mount(open, async () => ({ who: '' }))).toThrow(
        'GET /api/staff does not say which permission it needs',
      );
    }
  });
});

test('an acting claim is rejected, for guests too', async () => {
  const person = await aCustomer(shop);
  for (const headers of [{}, person.headers])
    expect(
      await ask({
        ...headers,
        'admin-as-user': 'true',
        'user-id': person.userId,
        'user-email': person.email,
      }),
    ).toEqual([403, 'impersonation_refused']);
});
