/**
 * Requests with a session, against a small server that enforces the token rules: rejections, and how the
 * browser handles them.
 */
import { describe, expect, test } from 'vitest';
import { listProducts } from '#contract/catalog.ts';
import { me, updatePassword } from '#contract/accounts.ts';
import { callForTokens, sessionClient } from './call.ts';
import { headersOf, readStoredSession, userIdOf } from './stored-session.ts';

const tokenOf = (sub: string, serial: number): string =>
  `h.${btoa(JSON.stringify({ sub, serial })).replaceAll('=', '')}.s`;

/** Accepts only the newest access token, and each refresh token once. */
function aServer() {
  const state = {
    serial: 1,
    asked: [] as string[],
    seen: [] as Record<string, string>[],
    refresh: 'open' as 'open' | 'refused' | 'away',
  };
  const answerTo = async (path: string, headers: Record<string, string>, body: string): Promise<Response> => {
    state.asked.push(path);
    state.seen.push(headers);
    if (path === '/api/auth/refresh-token') {
      await null;
      if (state.refresh === 'away') throw new TypeError('no connection');
      if (state.refresh === 'refused' || JSON.parse(body).refreshToken !== `refresh-${state.serial}`)
        return refusal('refresh_refused');
      state.serial += 1;
      return Response.json({
        accessToken: tokenOf('usr_1', state.serial),
        refreshToken: `refresh-${state.serial}`,
      });
    }
    const bearer = headers.authorization?.replace('Bearer ', '');
    if (bearer === undefined)
      return path === '/api/products' ? Response.json([]) : refusal('sign_in_required');
    if (bearer !== tokenOf('usr_1', state.serial)) return refusal('token_expired');
    if (path === '/api/auth/update-password') {
      state.serial += 1;
      await null;
      return Response.json({
        data: { accessToken: tokenOf('usr_1', state.serial), refreshToken: `refresh-${state.serial}` },
      });
    }
    return Response.json(path === '/api/products' ? [] : { firstName: 'Kofi' });
  };
  const send = ((input: string, init: RequestInit) =>
    answerTo(
      new URL(input, 'http://shop.example').pathname,
      init.headers as Record<string, string>,
      String(init.body),
    )) as typeof fetch;
  return { state, send };
}

const refusal = (code: string): Response =>
  Response.json(`said ${code}`, { status: 401, headers: { 'x-error-code': code } });

function aBrowser(send: typeof fetch, content: Record<string, string>) {
  const items = new Map(Object.entries(content));
  const storage = {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, text: string) => void items.set(key, text),
    removeItem: (key: string) => void items.delete(key),
  };
  const aTab = () => sessionClient({ send, storage: () => storage, onChange: () => undefined });
  return {
    items,
    call: aTab(),
    aTab,
    refreshing: { send, storage: () => storage, onChange: () => undefined },
  };
}

const old = { accessToken: tokenOf('usr_1', 0), refreshToken: 'refresh-1' };

test('an expired access token is refreshed once and the request repeated with the new one', async () => {
  const { state, send } = aServer();
  const { items, call } = aBrowser(send, old);
  expect(await call(me)).toEqual({ firstName: 'Kofi' });
  expect(state.asked).toEqual(['/api/auth/me', '/api/auth/refresh-token', '/api/auth/me']);
  expect([items.get('accessToken'), items.get('refreshToken')]).toEqual([tokenOf('usr_1', 2), 'refresh-2']);
});

test('two tabs with several requests each, all expired, make one refresh and stay logged in', async () => {
  const { state, send } = aServer();
  const { call, aTab } = aBrowser(send, old);
  const other = aTab();
  await Promise.all([call(me), call(me), other(me), other(me), other(listProducts)]);
  expect(state.asked.filter((path) => path === '/api/auth/refresh-token')).toHaveLength(1);
});

test('tokens stored by another tab may arrive after its lock is released, and are waited for', async () => {
  const { state, send } = aServer();
  const { items, call } = aBrowser(send, old);
  const seenHere = new Map(items);
  const storageOfOther = {
    getItem: (key: string) => seenHere.get(key) ?? null,
    setItem: () => undefined,
    removeItem: () => undefined,
  };
  const other = sessionClient({ send, storage: () => storageOfOther, onChange: () => undefined });
  // The other tab sees each change a few event-loop turns later.
  const timer = setInterval(() => {
    if (state.serial > 1) for (const [key, text] of items) setTimeout(() => seenHere.set(key, text), 30);
  }, 1);
  await Promise.all([call(me), other(me)]);
  clearInterval(timer);
  expect(state.asked.filter((path) => path === '/api/auth/refresh-token')).toHaveLength(1);
});

const newPassword = { body: { oldPassword: 'old', newPassword: 'new', confirmNewPassword: 'new' } };

test('a new password replaces the tokens, and other tabs wait for them instead of using the old ones', async () => {
  const { state, send } = aServer();
  const { items, aTab, refreshing } = aBrowser(send, {
    accessToken: tokenOf('usr_1', 1),
    refreshToken: 'refresh-1',
  });
  const change = callForTokens((call) => call(updatePassword, newPassword), refreshing);
  await Promise.all([change, aTab()(me), aTab()(me)]);
  expect([items.get('accessToken'), items.get('refreshToken')]).toEqual([tokenOf('usr_1', 2), 'refresh-2']);
  expect(state.asked).not.toContain('/api/auth/refresh-token');
});

test('a new password sent with an expired token is resent with a fresh one', async () => {
  const { state, send } = aServer();
  const { items, refreshing } = aBrowser(send, old);
  await callForTokens((call) => call(updatePassword, newPassword), refreshing);
  expect(state.asked).toEqual([
    '/api/auth/update-password',
    '/api/auth/refresh-token',
    '/api/auth/update-password',
  ]);
  expect(items.get('refreshToken')).toBe('refresh-3');
});

describe('acting as a customer', () => {
  const acting = {
    ...old,
    accessToken: tokenOf('usr_1', 1),
    adminAsUser: 'true',
    loginUserId: 'usr_2',
    loginUserEmail: 'ama@example.com',
  };
  const identityKeys = ['accessToken', 'refreshToken'];
  /** Rejects the identity headers everywhere, or only when a customer is changed. */
  const withGrant = (
    send: typeof fetch,
    refuses: (input: string, init: RequestInit) => boolean,
  ): typeof fetch =>
    (async (input: string, init: RequestInit) => {
      const isActing = (init.headers as Record<string, string>)['admin-as-user'] === 'true';
      if (isActing && refuses(input, init))
        return Response.json('You may not act as another user', {
          status: 403,
          headers: { 'x-error-code': 'impersonation_refused' },
        });
      return send(input, init);
    }) as typeof fetch;

  test("without a grant ends at the first 403: a public read continues, and the next call is the own account's", async () => {
    const { state, send } = aServer();
    const { items, call } = aBrowser(
      withGrant(send, () => true),
      acting,
    );
    expect(await call(listProducts)).toEqual([]);
    expect([...items.keys()]).toEqual(identityKeys);
    expect(await call(me)).toEqual({ firstName: 'Kofi' });
    expect(state.seen.filter((headers) => 'admin-as-user' in headers)).toEqual([]);
  });

  test('without a grant rejects requests meant for the customer, and never runs them as oneself', async () => {
    for (const [endpoint, sent] of [
      [me, undefined],
      [updatePassword, newPassword],
    ] as const) {
      const { state, send } = aServer();
      const { items, call } = aBrowser(
        withGrant(send, () => true),
        acting,
      );
      await expect(call(endpoint, sent as never)).rejects.toMatchObject({
        status: 403,
        code: 'impersonation_refused',
      });
      expect([...items.keys()]).toEqual(identityKeys);
      expect(state.asked).toEqual([]);
    }
  });

  test('with a grant continues after one endpoint rejects', async () => {
    const { send } = aServer();
    const { items, call } = aBrowser(
      withGrant(send, (_input, init) => init.method !== 'GET'),
      acting,
    );
    await expect(call(updatePassword, newPassword)).rejects.toMatchObject({ code: 'impersonation_refused' });
    expect(items.get('adminAsUser')).toBe('true');
  });
});

test('logging out while the new password is being sent stays logged out', async () => {
  const { send } = aServer();
  const { items, refreshing } = aBrowser(send, {
    accessToken: tokenOf('usr_1', 1),
    refreshToken: 'refresh-1',
  });
  const leaving = (async (input: string, init: RequestInit) => {
    const answer = send(input, init);
    items.clear();
    return answer;
  }) as typeof fetch;
  await callForTokens((call) => call(updatePassword, newPassword), { ...refreshing, send: leaving });
  expect(items.size).toBe(0);
});

test('without a refresh token the request is rejected with the specified text', async () => {
  const { send } = aServer();
  for (const content of [{}, { accessToken: old.accessToken }] as Record<string, string>[])
    await expect(aBrowser(send, content).call(me)).rejects.toMatchObject({
      status: 401,
      message: 'refresh token not found',
    });
});

test('a rejected refresh fails with its own error, ends the session, and leaves the cart', async () => {
  const { state, send } = aServer();
  state.refresh = 'refused';
  const { items, call } = aBrowser(send, {
    ...old,
    adminAsUser: 'true',
    loginUserId: 'usr_2',
    'stateside.cartId': 'cart_1',
  });
  await expect(call(me)).rejects.toMatchObject({ code: 'refresh_refused', message: 'said refresh_refused' });
  expect([...items.keys()]).toEqual(['stateside.cartId']);
});

test('a lost connection during a refresh ends no session', async () => {
  const { state, send } = aServer();
  state.refresh = 'away';
  const { items, call } = aBrowser(send, old);
  await expect(call(me)).rejects.toMatchObject({ code: 'network' });
  expect(items.get('refreshToken')).toBe('refresh-1');
});

test('a public call continues as a guest when the session is over, or had no refresh token', async () => {
  for (const content of [old, { accessToken: old.accessToken }]) {
    const { state, send } = aServer();
    state.refresh = 'refused';
    const { items, call } = aBrowser(send, content);
    expect(await call(listProducts)).toEqual([]);
    expect(state.seen.at(-1)).not.toHaveProperty('authorization');
    expect(items.size).toBe(0);
  }
});

test('a request rejected again after the refresh is not sent a third time', async () => {
  const { state, send } = aServer();
  const failingFetch = (async (input: string, init: RequestInit) => {
    if (input !== '/api/auth/me') return send(input, init);
    state.asked.push(input);
    return refusal('impersonation_refused');
  }) as typeof fetch;
  await expect(aBrowser(failingFetch, old).call(me)).rejects.toMatchObject({ code: 'impersonation_refused' });
  expect(state.asked).toEqual(['/api/auth/me', '/api/auth/refresh-token', '/api/auth/me']);
});

test('logging out while the tokens are being sent stays logged out', async () => {
  const { send } = aServer();
  const browser = aBrowser(send, old);
  const leaving = (async (input: string, init: RequestInit) => {
    const answer = await send(input, init);
    if (input === '/api/auth/refresh-token') browser.items.clear();
    return answer;
  }) as typeof fetch;
  const storage = {
    getItem: (key: string) => browser.items.get(key) ?? null,
    setItem: browser.items.set,
    removeItem: browser.items.delete,
  };
  const call = sessionClient({ send: leaving, storage: () => storage, onChange: () => undefined });
  await expect(call(me)).rejects.toMatchObject({ status: 401 });
  expect(browser.items.size).toBe(0);
});

test('a request of one user is not sent as the next', async () => {
  const { state, send } = aServer();
  const browser = aBrowser(send, old);
  const expired = (async (input: string, init: RequestInit) => {
    const answer = await send(input, init);
    browser.items.set('accessToken', tokenOf('usr_2', 9));
    return answer;
  }) as typeof fetch;
  const call = sessionClient({
    send: expired,
    storage: () => ({
      getItem: (key) => browser.items.get(key) ?? null,
      setItem: () => undefined,
      removeItem: () => undefined,
    }),
    onChange: () => undefined,
  });
  await expect(call(me)).rejects.toMatchObject({ message: 'Please log in' });
  expect(state.asked).toEqual(['/api/auth/me']);
});

test('the bearer and the three identity headers come from storage, without values invalid in headers', () => {
  const storageOf = (content: Record<string, string>) => ({
    getItem: (key: string) => content[key] ?? null,
    setItem: () => undefined,
    removeItem: () => undefined,
  });
  const acting = {
    accessToken: 'a.b.c',
    adminAsUser: 'true',
    loginUserId: 'usr_2',
    loginUserEmail: 'ama@example.com',
  };
  expect(headersOf(readStoredSession(storageOf(acting)))).toEqual({
    authorization: 'Bearer a.b.c',
    'admin-as-user': 'true',
    'user-id': 'usr_2',
    'user-email': 'ama@example.com',
  });
  expect(headersOf(readStoredSession(storageOf({ ...acting, adminAsUser: 'false' })))).toEqual({
    authorization: 'Bearer a.b.c',
  });
  expect(headersOf(readStoredSession(storageOf({ accessToken: 'a\nb', refreshToken: 'é' })))).toEqual({});
  expect(headersOf(readStoredSession(null))).toEqual({});
});

test('a user keeps one identity across tokens, and gets another one while acting', () => {
  const who = (accessToken: string | null, userId?: string) =>
    userIdOf({
      accessToken,
      refreshToken: null,
      actingAs: userId === undefined ? null : { userId, email: '' },
    });
  expect(who(tokenOf('usr_1', 1))).toBe(who(tokenOf('usr_1', 2)));
  expect(
    new Set([
      who(null),
      who(tokenOf('usr_1', 1)),
      who(tokenOf('usr_2', 1)),
      who(tokenOf('usr_1', 1), 'usr_2'),
      who('junk'),
    ]).size,
  ).toBe(5);
});
