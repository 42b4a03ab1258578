/**
 * Requests to Factiiv, and which of its responses are accepted. Texts and numbers come from the
 * specification.
 */
import { expect, test } from 'vitest';
import {
  type Attempt,
  connectUrl,
  failures,
  graceMs,
  checkAnswer,
  pollEveryMs,
  popupFeatures,
  popupSize,
  stateIn,
} from './answer.ts';

const attempt: Attempt = {
  state: '5f'.repeat(16),
  userId: 'usr_kofi',
  appName: 'stateside',
  termsVersion: '2026-11-23',
};
const params = {
  state: attempt.state,
  fact_id: 'fu_1',
  business_id: 'bp_2',
  api_key: 'fk_3',
  connecting_app: 'stateside',
  connecting_user_id: 'usr_kofi',
};
const query = (changes: Record<string, string | null> = {}): string => {
  const entries = Object.entries({ ...params, ...changes }).filter(
    (entry): entry is [string, string] => entry[1] !== null,
  );
  return `?${new URLSearchParams(entries)}`;
};

test('the failures use the specified text', () => {
  expect(failures).toEqual({
    closed: 'Popup has been closed by user',
    mismatch: 'User id or app name mismatches',
    lacksIds: 'The answer from Factiiv lacks the ids',
  });
});

test('a popup of 420×699 is polled every 500 ms; one that seems closed has 3 more seconds', () => {
  expect([popupSize, pollEveryMs, graceMs]).toEqual([{ width: 420, height: 699 }, 500, 3_000]);
});

test('the popup is centered in the window, and never off the screen', () => {
  expect(popupFeatures({ screenX: 100, screenY: 50, outerWidth: 1_280, outerHeight: 900 })).toBe(
    'popup,width=420,height=699,left=530,top=151',
  );
  expect(popupFeatures({ screenX: 0, screenY: 0, outerWidth: 360, outerHeight: 640 })).toBe(
    'popup,width=420,height=699,left=0,top=0',
  );
});

test('the connect page gets the app, the user, and the return address with the state', () => {
  const url = new URL(
    connectUrl({
      attempt,
      connectAddress: 'https://factiiv.example/connect?from=us',
      origin: 'https://shop.example',
      screenName: 'Kofi & Co',
    }),
  );
  expect(url.origin + url.pathname).toBe('https://factiiv.example/connect');
  expect(Object.fromEntries(url.searchParams)).toEqual({
    from: 'us',
    user_id: 'usr_kofi',
    redirect_url: `https://shop.example/connect/factiiv?state=${attempt.state}`,
    connecting_app: 'stateside',
    screen_name: 'Kofi & Co',
  });
});

test('a response to our own request grants the ids and the key', () => {
  expect(checkAnswer(query(), attempt)).toEqual({
    granted: { factUserId: 'fu_1', factBusinessId: 'bp_2', factApiKey: 'fk_3' },
    failure: null,
  });
});

test.each([
  ['nothing', ''],
  ['a refusal', `?state=${attempt.state}&error=access_denied`],
  ['no user of Factiiv', query({ fact_id: null })],
  ['no business', query({ business_id: null })],
  ['an empty key', query({ api_key: '' })],
  ['a key of spaces', query({ api_key: '  ' })],
  ['two keys', `${query()}&api_key=fk_other`],
])('%s lacks the ids', (_what, answered) => {
  expect(checkAnswer(answered, attempt)).toEqual({
    granted: null,
    failure: 'The answer from Factiiv lacks the ids',
  });
});

test.each([
  ['another app', { connecting_app: 'statesid' }],
  ['no app', { connecting_app: null }],
  ['another user', { connecting_user_id: 'usr_amara' }],
  ['no user', { connecting_user_id: null }],
  ['another state', { state: 'ab'.repeat(16) }],
  ['no state', { state: null }],
])('%s is a mismatch', (_what, changes) => {
  expect(checkAnswer(query(changes), attempt)).toEqual({
    granted: null,
    failure: 'User id or app name mismatches',
  });
});

test('a duplicate state is invalid', () => {
  expect(checkAnswer(`${query()}&state=other`, attempt).failure).toBe('User id or app name mismatches');
  expect(stateIn(query())).toBe(attempt.state);
  expect(stateIn('')).toBeNull();
});
