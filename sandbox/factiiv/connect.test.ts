/**
 * The connect page: approval returns ids and a key, refusal returns neither, and query parameters of the
 * app's address are preserved.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aFactiiv, type TestFactiiv } from '#test/builders/factiiv.ts';

let factiiv: TestFactiiv;
beforeAll(async () => {
  factiiv = await aFactiiv();
});
afterAll(() => factiiv.stop());

const query = {
  user_id: 'usr_amara',
  redirect_url: 'https://shop.example/connect/factiiv?state=a%2Bb',
  connecting_app: 'stateside',
  screen_name: 'Stateside',
};

const open = (path: string) => fetch(`${factiiv.origin}/connect${path}`);
const press = (path: string, form: Record<string, string>, origin = factiiv.origin) =>
  fetch(`${factiiv.origin}/connect${path}`, {
    method: 'POST',
    headers: { origin },
    body: new URLSearchParams(form),
    redirect: 'manual',
  });
const locationOf = (response: Response): URL =>
  new URL(response.headers.get('location') ?? '', factiiv.origin);

async function loggedIn(email = 'priya@demo.example'): Promise<{ attempt: string; page: string }> {
  const response = await press('/log-in', { ...query, email, password: 'factiiv demo' });
  expect(response.status).toBe(303);
  const attempt = locationOf(response).searchParams.get('attempt') ?? '';
  return { attempt, page: await (await open(`/choose?attempt=${attempt}`)).text() };
}
const businessIn = (page: string, name: string): string =>
  new RegExp(`value="([^"]+)"[^>]*> ${name}`).exec(page)?.[1] ?? '';

test('log in, choose a business, allow: returns with the ids and a working key', async () => {
  const first = await (await open(`?${new URLSearchParams(query)}`)).text();
  for (const words of ['Log in to Factiiv', 'Stateside asks to report', 'priya@demo.example'])
    expect(first).toContain(words);
  const { attempt, page } = await loggedIn();
  expect(page).toContain('Hello, Priya');
  const business = businessIn(page, 'Raman Studio LLC');
  const response = await press('/decide', { attempt, business, answer: 'allow' });
  expect(response.status).toBe(303);
  expect(response.headers.get('referrer-policy')).toBe('no-referrer');
  const returnUrl = locationOf(response);
  const { api_key, fact_id, ...others } = Object.fromEntries(returnUrl.searchParams);
  expect(returnUrl.origin + returnUrl.pathname).toBe('https://shop.example/connect/factiiv');
  expect(others).toEqual({
    state: 'a+b',
    business_id: business,
    connecting_app: 'stateside',
    connecting_user_id: 'usr_amara',
  });
  const { payload } = await factiiv.api(api_key ?? '', 'GET', '/me');
  expect(payload).toMatchObject({
    userId: fact_id,
    businessProfileId: business,
    connectingUserId: 'usr_amara',
  });
});

test('refusing returns an error and the state, without ids', async () => {
  const { attempt } = await loggedIn();
  const expected = 'https://shop.example/connect/factiiv?state=a%2Bb&error=access_denied';
  expect(locationOf(await press('/decide', { attempt, answer: 'refuse' })).href).toBe(expected);
  expect(locationOf(await press('/refuse', query)).href).toBe(expected);
});

test('a person without a business adds one first', async () => {
  const { attempt, page } = await loggedIn('newcomer@demo.example');
  expect(page).toContain('You have no business at Factiiv yet');
  expect(page).not.toContain('value="allow"');
  await press('/businesses', { attempt, name: 'Haddad Foods LLC' });
  const after = await (await open(`/choose?attempt=${attempt}`)).text();
  const response = await press('/decide', {
    attempt,
    business: businessIn(after, 'Haddad Foods LLC'),
    answer: 'allow',
  });
  expect(locationOf(response).searchParams.get('api_key')).toMatch(/^fk_\w{40}$/);
});

test("choosing another person's business, or none, is rejected", async () => {
  const otherBusiness = businessIn((await loggedIn('amara@demo.example')).page, 'Okafor Imports LLC');
  const { attempt } = await loggedIn();
  for (const business of [otherBusiness, '']) {
    const response = await press('/decide', { attempt, business, answer: 'allow' });
    expect(response.status).toBe(422);
    expect(await response.text()).toContain('Choose a business first.');
  }
});

test('a wrong password shows an error, and the request is preserved', async () => {
  const response = await press('/log-in', { ...query, email: 'priya@demo.example', password: 'wrong' });
  expect(response.status).toBe(422);
  const page = await response.text();
  for (const words of ['The email or the password is wrong.', 'value="usr_amara"', 'state=a%2Bb'])
    expect(page).toContain(words);
});

test('a link with a missing part shows a page that names it; a script URL is never followed', async () => {
  const response = await open('?user_id=usr_1');
  expect(response.status).toBe(400);
  expect(await response.text()).toContain('redirect_url is missing. connecting_app is missing');
  const script = await open(`?${new URLSearchParams({ ...query, redirect_url: 'javascript:alert(1)' })}`);
  expect([script.status, await script.text()]).toEqual([
    400,
    expect.stringContaining('redirect_url is not a web address'),
  ]);
});

test('a forged form and an expired one are rejected', async () => {
  const { attempt, page } = await loggedIn();
  const business = businessIn(page, 'Raman Textiles LLC');
  expect(
    (await press('/decide', { attempt, business, answer: 'allow' }, 'https://evil.example')).status,
  ).toBe(403);
  expect(
    (await press('/log-in', { ...query, email: 'priya@demo.example', password: 'factiiv demo' }, 'null'))
      .status,
  ).toBe(403);
  expect((await press('/decide', { attempt: 'unknown', business, answer: 'allow' })).status).toBe(410);
});
