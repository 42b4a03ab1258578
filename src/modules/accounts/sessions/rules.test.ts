/** The rules of sessions, as tables. */
import { describe, expect, test } from 'vitest';
import { decideRefresh, deviceName, readRefreshToken, sessionEnds } from './rules.ts';

const now = new Date('2026-11-21T12:00:00Z');
const ago = (seconds: number): Date => new Date(now.getTime() - seconds * 1_000);
const later = (seconds: number): Date => ago(-seconds);
const session = {
  generation: 5,
  firstGeneration: 0,
  rotatedAt: ago(10),
  expiresAt: later(60),
  endsAt: later(60),
  revokedAt: null,
};

describe('a refresh token', () => {
  for (const [title, changes, generation, expected] of [
    ['of the current generation rotates', {}, 5, 'rotate'],
    ['of the current generation rotates after any idle time', { rotatedAt: ago(1_000_000) }, 5, 'rotate'],
    [
      'of the previous generation gets the same successor for twenty seconds',
      { rotatedAt: ago(20) },
      4,
      'repeat',
    ],
    ['of the previous generation is reuse after that', { rotatedAt: ago(20.001) }, 4, 'reuse'],
    ['of the current generation rotates after a new password', { firstGeneration: 5 }, 5, 'rotate'],
    [
      'of the generation before a new password is reuse immediately',
      { firstGeneration: 5, rotatedAt: now },
      4,
      'reuse',
    ],
    [
      'of the previous generation gets the same successor when the new password is older than both',
      { firstGeneration: 4 },
      4,
      'repeat',
    ],
    ['of two generations ago is reuse immediately', { rotatedAt: now }, 3, 'reuse'],
    ['of the first generation is reuse', {}, 0, 'reuse'],
    ['of a generation that was never issued is reuse', {}, 6, 'reuse'],
    ['of an ended session is rejected in any generation', { revokedAt: ago(1) }, 5, 'refuse'],
    ['of an ended session is not reported again', { revokedAt: ago(1) }, 0, 'refuse'],
    ['of a session that was idle too long is rejected', { expiresAt: now }, 5, 'refuse'],
    ['of a session at its end is rejected', { endsAt: now }, 5, 'refuse'],
  ] as const) {
    test(title, () => {
      expect(decideRefresh({ ...session, ...changes }, generation, now)).toBe(expected);
    });
  }
});

test('a session never lasts longer than thirty days, however it is used', () => {
  const dayMs = 86_400_000;
  expect(sessionEnds(now, now)).toEqual({
    expiresAt: new Date(now.getTime() + 14 * dayMs),
    endsAt: new Date(now.getTime() + 30 * dayMs),
  });
  const old = new Date(now.getTime() - 29 * dayMs);
  expect(sessionEnds(now, old)).toEqual({
    expiresAt: new Date(now.getTime() + dayMs),
    endsAt: new Date(now.getTime() + dayMs),
  });
});

test('only a well-formed refresh token is accepted', () => {
  const token = `ses_${'A'.repeat(22)}.12.${'b'.repeat(43)}`;
  expect(readRefreshToken(token)).toEqual({
    sessionId: `ses_${'A'.repeat(22)}`,
    generation: 12,
    proof: 'b'.repeat(43),
  });
  for (const other of [
    '',
    ` ${token}`,
    `${token}\n`,
    token.replace('.12.', '.012.'),
    token.replace('.12.', '.1e1.'),
    token.replace('ses_', 'usr_'),
  ])
    expect(readRefreshToken(other), other).toBeNull();
});

test('a device is described in our own words', () => {
  const agents: Record<string, string> = {
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/146.0.0.0 Safari/537.36':
      'Chrome on Windows',
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/146.0.0.0 Safari/537.36 Edg/146.0':
      'Edge on Windows',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15':
      'Safari on Mac',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/146.0 Mobile/15E148 Safari/604.1':
      'Chrome on iPhone',
    'Mozilla/5.0 (Linux; Android 16; SM-S921B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/29.0 Chrome/136.0 Mobile Safari/537.36':
      'Samsung Internet on Android',
    'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0': 'Firefox on Linux',
    'curl/8.9.1': 'Unknown device',
    '<script>alert(1)</script>': 'Unknown device',
    '': 'Unknown device',
  };
  for (const [agent, name] of Object.entries(agents)) expect(deviceName(agent), agent).toBe(name);
});
