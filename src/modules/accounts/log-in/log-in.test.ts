/** Logging in: which passwords and addresses count as equal, and how many wrong attempts are allowed. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contract } from '#contract/contract.ts';
import { DomainError } from '#kernel/errors.ts';
import { createPasswords } from '#platform/passwords.ts';
import { aCustomer, anAccount, aPassword, logIn } from '#test/builders/customer.ts';
import { codeOf } from '#test/builders/second-factor.ts';
import { aShop, type Shop } from '#test/builders/shop.ts';
import { cheapEffort, cheapPasswords } from '#test/secrets.ts';
import { defaultLimits } from '#modules/accounts/limits/service.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await aShop({
    runJobs: false,
    limits: { accounts: { wrongPasswords: 5, registrationsPerHour: 5 } },
  });
});
afterAll(() => shop.stop());

const wrong = 'not the password';
const attempt = async (
  email: string,
  password: string,
): Promise<{ status: number; code: string | null; wait: number | null }> => {
  const answer = await fetch(`${shop.origin}${contract.login.path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Mozilla/5.0 (Windows NT 10.0) Gecko/20100101 Firefox/140.0',
    },
    body: JSON.stringify({ email, password }),
  });
  const wait = answer.headers.get('retry-after');
  return {
    status: answer.status,
    code: answer.headers.get('x-error-code'),
    wait: wait === null ? null : Number(wait),
  };
};

test('an address matches in capitals and with spaces around it; a different one does not', async () => {
  const { email } = await anAccount(shop, { email: 'yaa.asantewaa+shop@example.com' });
  expect((await attempt('  YAA.Asantewaa+Shop@EXAMPLE.com ', aPassword)).status).toBe(200);
  expect((await attempt(email.replace('+shop', ''), aPassword)).status).toBe(401);
  expect((await attempt(email.replace('.', ''), aPassword)).status).toBe(401);
});

describe('a password is used as typed', () => {
  test('including spaces, capital letters, and every character', async () => {
    const password = `  ${'a long Password '.repeat(7)}! `;
    const { email } = await anAccount(shop, { password });
    expect([...password].length).toBeGreaterThan(110);
    for (const other of [
      password.trim(),
      password.toLowerCase(),
      password.slice(0, 72),
      password.slice(0, -1),
      `${password} `,
    ])
      expect((await attempt(email, other)).code).not.toBeNull();
    shop.travel(3_600_000);
    expect((await attempt(email, password)).status).toBe(200);
  });

  test('but different Unicode forms of the same characters match', async () => {
    const composed = 'Café Zürich №5 日本';
    const { email } = await anAccount(shop, { password: composed });
    expect(composed.normalize('NFD')).not.toBe(composed);
    expect((await attempt(email, composed.normalize('NFD'))).status).toBe(200);
    expect((await attempt(email, composed)).status).toBe(200);
    expect((await attempt(email, composed.replace('é', 'e'))).status).toBe(401);
  });
});

test('an overlong password is rejected before the queue, without hashing', async () => {
  const { email } = await anAccount(shop);
  const before = await shop.metrics.text();
  expect(await attempt(email, 'x'.repeat(90_000))).toMatchObject({ status: 422 });
  expect((await attempt(email, 'x'.repeat(200_000))).status).toBe(413);
  expect((await attempt('x'.repeat(50_000), aPassword)).status).toBe(422);
  const hashes = (text: { body: string }): string | undefined =>
    /^password_hashes_total (\d+)$/m.exec(text.body)?.[1];
  expect(hashes(await shop.metrics.text())).toBe(hashes(before));
});

/** Eleven wrong passwords, each as soon as it is allowed: the next attempt has to wait 64 s. */
async function failManyTimes(moving: Shop, tryOnce: () => Promise<unknown>): Promise<void> {
  for (let count = 0; count < 5; count += 1) await tryOnce();
  for (let count = 0; count < 6; count += 1) {
    moving.travel(64_000);
    await tryOnce();
  }
}

test('after some wrong passwords even the right one must wait, but not permanently', async () => {
  const { email } = await anAccount(shop);
  await failManyTimes(shop, () => attempt(email, wrong));
  const refused = await attempt(email, aPassword);
  expect(refused).toMatchObject({ status: 429, code: 'rate_limited' });
  expect(refused.wait).toBeGreaterThan(1);
  expect(refused.wait).toBeLessThanOrEqual(64);
  shop.travel(64_000);
  expect((await attempt(email, aPassword)).status).toBe(200);
  expect((await attempt(email, wrong)).code, 'and the right one forgets the wrong ones').toBe('login_failed');
});

test('the right password resets the count of wrong ones, and so do fifteen minutes', async () => {
  const { email } = await anAccount(shop);
  for (let round = 0; round < 3; round += 1) {
    for (let count = 0; count < 4; count += 1) await attempt(email, wrong);
    expect((await attempt(email, aPassword)).status).toBe(200);
  }
  for (let round = 0; round < 3; round += 1) {
    for (let count = 0; count < 4; count += 1)
      expect((await attempt(email, wrong)).code).toBe('login_failed');
    shop.travel(901_000);
  }
});

test('of fifty concurrent wrong passwords few are checked', async () => {
  const { email } = await anAccount(shop);
  const outcomes = await Promise.all(Array.from({ length: 50 }, () => attempt(email, wrong)));
  // Five, plus one or two more on a machine that takes seconds for this.
  expect(outcomes.filter(({ code }) => code === 'login_failed').length).toBeLessThanOrEqual(8);
  expect(outcomes.filter(({ status }) => status === 429 || status === 503).length).toBeGreaterThanOrEqual(42);
});

test('a wait for one account blocks neither other accounts nor other clients', async () => {
  const behindProxy = await aShop({
    runJobs: false,
    limits: { accounts: { wrongPasswords: 5 }, trustedProxies: 1 },
  });
  try {
    const [victim, other] = [await anAccount(behindProxy), await anAccount(behindProxy)];
    const from = (address: string, email: string, password: string) =>
      fetch(`${behindProxy.origin}${contract.login.path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
        body: JSON.stringify({ email, password }),
      });
    await failManyTimes(behindProxy, () => from('198.51.100.7', victim.email, wrong));
    expect((await from('198.51.100.7', victim.email, aPassword)).status).toBe(429);
    expect((await from('198.51.100.7', other.email, aPassword)).status).toBe(200);
    expect((await from('203.0.113.9', victim.email, aPassword)).status).toBe(200);
  } finally {
    await behindProxy.stop();
  }
});

test('a client may attempt fifty log-ins an hour, across all accounts', async () => {
  const limited = await aShop({
    runJobs: false,
    limits: { accounts: { logInsPerHour: defaultLimits.logInsPerHour } },
  });
  try {
    const codes: string[] = [];
    for (let count = 0; count < 52; count += 1)
      await limited
        .call(contract.login, { body: { email: `guess-${count}@example.com`, password: wrong } })
        .catch((error: { code: string }) => {
          codes.push(error.code);
        });
    expect(codes).toEqual([...Array<string>(50).fill('login_failed'), 'rate_limited', 'rate_limited']);
    limited.travel(3_601_000);
    const { email } = await anAccount(limited);
    await logIn(limited, { email, password: aPassword });
  } finally {
    await limited.stop();
  }
});

test('a correct log-in, or one rejected because of a full queue, does not count as a wrong password', async () => {
  let isBusy = true;
  const cheap = cheapPasswords();
  const matches: typeof cheap.matches = (password, hash) =>
    isBusy ? Promise.reject(new DomainError('busy')) : cheap.matches(password, hash);
  const limited = await aShop({
    runJobs: false,
    passwords: { ...cheap, matches },
    limits: { accounts: { wrongPasswords: 2, logInsPerHour: 3, registrationsPerHour: 1 } },
  });
  try {
    const { email } = await anAccount(limited);
    for (let count = 0; count < 5; count += 1)
      await expect(logIn(limited, { email, password: aPassword })).rejects.toMatchObject({ code: 'busy' });
    isBusy = false;
    const { call } = await logIn(limited, { email, password: aPassword });
    for (let count = 0; count < 5; count += 1) {
      await logIn(limited, { email, password: aPassword });
      await call(contract.startTwoFactor, { body: { password: aPassword } });
    }
    const { secret } = await call(contract.startTwoFactor, { body: { password: aPassword } });
    await call(contract.confirmTwoFactor, { body: { code: codeOf(secret, limited.deps.clock.now()) } });
    for (let count = 0; count < 5; count += 1)
      await expect(logIn(limited, { email, password: aPassword })).rejects.toMatchObject({
        code: 'two_factor_required',
      });
  } finally {
    await limited.stop();
  }
});

test('a log-in rejected by a full queue makes no database query', async () => {
  const passwords = createPasswords({
    effort: cheapEffort,
    concurrency: 1,
    waitingAtMost: 1,
    waitingPerClient: 1,
  });
  const crowded = await aShop({
    runJobs: false,
    passwords,
    limits: { accounts: { wrongPasswords: 5, logInsPerHour: 50 } },
  });
  try {
    const { logIn: service } = await import('./service.ts');
    const { withAccounts } = await import('#server/accounts.ts');
    const deps = withAccounts({ ...crowded.deps, passwords });
    const credentials = { email: 'kwame@example.com', password: wrong };
    const hashes = [passwords.hash('one at work'), passwords.hash('one that waits')];
    const unreachable = new Proxy(deps.db, {
      get: (_db, name) => {
        throw new Error(`the database was asked: ${String(name)}`);
      },
    });
    await expect(service({ ...deps, db: unreachable }, credentials)).rejects.toMatchObject({ code: 'busy' });
    await Promise.all(hashes);
    await expect(
      service({ ...deps, db: unreachable }, credentials),
      'with a place it goes on',
    ).rejects.toThrow('the database was asked');
  } finally {
    await crowded.stop();
  }
});

test('a hash of another effort is replaced at the next log-in, and the password stays the same', async () => {
  const { userId, email } = await anAccount(shop);
  const older = await createPasswords({ effort: { ...cheapEffort, memoryKib: 32, passes: 2 } }).hash(
    aPassword,
  );
  const hashOf = async () =>
    (
      await shop.db
        .selectFrom('app_user')
        .select('password_hash')
        .where('id', '=', userId)
        .executeTakeFirstOrThrow()
    ).password_hash;
  await shop.db.updateTable('app_user').set({ password_hash: older }).where('id', '=', userId).execute();
  const several = await Promise.all(Array.from({ length: 4 }, () => attempt(email, aPassword)));
  expect(several.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  const renewed = await hashOf();
  expect(renewed).toMatch(/^\$argon2id\$v=19\$m=64,t=1,p=1\$/);
  expect((await attempt(email, aPassword)).status).toBe(200);
  expect(await hashOf()).toBe(renewed);
});

test('a password change wins over a concurrent log-in that hashes the old one', async () => {
  const { userId, email } = await anAccount(shop);
  const { password_hash: seen } = await shop.db
    .selectFrom('app_user')
    .select('password_hash')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  const slow = cheapPasswords();
  const { logIn: service } = await import('./service.ts');
  const { withAccounts } = await import('#server/accounts.ts');
  const changing = {
    ...slow,
    matches: async (password: string, hash: string | null) => {
      const answer = await slow.matches(password, hash);
      const next = {
        password_hash: await slow.hash('the newer password'),
        password_changed_at: new Date(Date.now() + 1),
      };
      await shop.db.updateTable('app_user').set(next).where('id', '=', userId).execute();
      return answer;
    },
  };
  expect(seen).not.toBeNull();
  await expect(
    service(withAccounts({ ...shop.deps, passwords: changing }), { email, password: aPassword }),
  ).rejects.toMatchObject({
    code: 'login_failed',
  });
  expect(await shop.db.selectFrom('session').select('id').where('user_id', '=', userId).execute()).toEqual(
    [],
  );
});

test("the session list names the device, and a person ends one or all others, never another person's", async () => {
  const [owner, stranger] = [await aCustomer(shop), await aCustomer(shop)];
  await attempt(owner.email, owner.password);
  const listed = await owner.call(contract.listSessions);
  const own = listed.filter((session) => session.kind === 'own');
  expect(own.map(({ device, current }) => [device, current]).toSorted()).toEqual([
    ['Firefox on Windows', false],
    ['Unknown device', true],
  ]);
  const other = own.find(({ current }) => !current)?.id ?? '';
  await expect(stranger.call(contract.endSession, { params: { id: other } })).rejects.toMatchObject({
    status: 404,
    code: 'not_found',
  });
  await expect(
    owner.call(contract.endSession, { params: { id: 'ses_AAAAAAAAAAAAAAAAAAAAAA' } }),
  ).rejects.toMatchObject({
    status: 404,
    code: 'not_found',
  });
  expect(await owner.call(contract.endSession, { params: { id: other } })).toEqual({});
  await attempt(owner.email, owner.password);
  await attempt(owner.email, owner.password);
  expect(await owner.call(contract.endOtherSessions)).toEqual({});
  expect(await owner.call(contract.listSessions)).toHaveLength(1);
  expect(await stranger.call(contract.listSessions)).toHaveLength(1);
});

test('a client may register five times in an hour', async () => {
  const register = (index: number, password = aPassword) =>
    shop.call(contract.register, {
      body: {
        firstName: 'Kofi',
        lastName: 'Annan',
        userName: 'kofi',
        email: `new-${index}@example.com`,
        phone: '+233 20 765 4321',
        password,
        confirmPassword: password,
        address: '4 Liberation Road',
        city: 'Accra',
        country: 'GH',
      },
    });
  for (let index = 0; index < 5; index += 1)
    await expect(register(index, 'Password1'), 'a bad password is no registration').rejects.toMatchObject({
      code: 'password_common',
    });
  for (let index = 0; index < 5; index += 1) expect(await register(index)).toEqual({});
  await expect(register(5)).rejects.toMatchObject({ status: 429, code: 'rate_limited' });
  shop.travel(3_601_000);
  expect(await register(6)).toEqual({});
});

test('a session may be refreshed thirty times in a minute', async () => {
  const limited = await aShop({
    runJobs: false,
    limits: { accounts: { refreshesPerMinute: defaultLimits.refreshesPerMinute } },
  });
  try {
    let { refreshToken } = await aCustomer(limited);
    for (let times = 0; times < 30; times += 1)
      ({ refreshToken } = await limited.call(contract.refreshToken, { body: { refreshToken } }));
    await expect(limited.call(contract.refreshToken, { body: { refreshToken } })).rejects.toMatchObject({
      status: 429,
    });
    limited.travel(61_000);
    expect(await limited.call(contract.refreshToken, { body: { refreshToken } })).toHaveProperty(
      'accessToken',
    );
  } finally {
    await limited.stop();
  }
});
