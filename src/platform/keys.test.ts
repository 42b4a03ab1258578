/** Separate keys for each use, rotation of the secret, and sealed texts that open only in their place. */
import { expect, test } from 'vitest';
import { createKeys, sha256 } from './keys.ts';

const [first, second] = [
  Buffer.alloc(32, 1).toString('base64url'),
  Buffer.alloc(32, 2).toString('base64url'),
];
const keys = createKeys([first]);
const after = createKeys([second, first]);
const place = ['app_user', 'two_factor_secret', 'usr_1'];

test('a proof for one use is invalid for another, and with its parts swapped', () => {
  const proof = keys.mac('refresh-token', 'ses_1', '2');
  expect(proof).toMatch(/^[A-Za-z0-9_-]{43}$/);
  expect(keys.isMacOf(proof, 'refresh-token', 'ses_1', '2')).toBe(true);
  expect(keys.isMacOf(proof, 'one-time-token', 'ses_1', '2')).toBe(false);
  expect(keys.isMacOf(proof, 'refresh-token', 'ses_12')).toBe(false);
  expect(keys.isMacOf(proof, 'refresh-token', 'ses_', '12')).toBe(false);
  expect(keys.isMacOf('', 'refresh-token', 'ses_1', '2')).toBe(false);
  expect(keys.isMacOf(`${proof}=`, 'refresh-token', 'ses_1', '2')).toBe(false);
});

test('after a rotation of the secret old values are accepted, and new ones use the new secret', () => {
  const proof = keys.mac('refresh-token', 'ses_1', '2');
  expect(after.isMacOf(proof, 'refresh-token', 'ses_1', '2')).toBe(true);
  expect(after.mac('refresh-token', 'ses_1', '2')).not.toBe(proof);
  expect(createKeys([second]).isMacOf(proof, 'refresh-token', 'ses_1', '2')).toBe(false);
  expect(after.open('two-factor', place, keys.seal('two-factor', place, 'JBSWY3DP'))).toBe('JBSWY3DP');
});

test('an email queued before a rotation of the secret gets its intended link', () => {
  const token = keys.oneTimeToken('tok_1', null);
  expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/);
  expect(after.oneTimeToken('tok_1', sha256(token))).toBe(token);
  expect(after.oneTimeToken('tok_2', null)).not.toBe(keys.oneTimeToken('tok_2', null));
});

test('a sealed text opens only in its own place, and never with a single bit changed', () => {
  const sealed = keys.seal('two-factor', place, 'JBSWY3DPEHPK3PXP');
  expect(sealed).toMatch(/^v1\.[0-9a-f]{8}(\.[A-Za-z0-9_-]+){3}$/);
  expect(keys.seal('two-factor', place, 'JBSWY3DPEHPK3PXP')).not.toBe(sealed);
  expect(keys.open('two-factor', place, sealed)).toBe('JBSWY3DPEHPK3PXP');
  expect(() => keys.open('two-factor', ['app_user', 'two_factor_secret', 'usr_2'], sealed)).toThrow();
  expect(() => keys.open('access-token', place, sealed)).toThrow();
  for (let index = 0; index < sealed.length; index += 1) {
    const character = sealed[index] === 'A' ? 'B' : 'A';
    expect(
      () => keys.open('two-factor', place, sealed.slice(0, index) + character + sealed.slice(index + 1)),
      String(index),
    ).toThrow();
  }
  expect(() => keys.open('two-factor', place, `${sealed}.x`)).toThrow();
});

test('a retired secret verifies long-lived values, but no session token', () => {
  const [old, fresh] = [Buffer.alloc(32, 3), Buffer.alloc(32, 5)].map((bytes) =>
    bytes.toString('base64url'),
  ) as [string, string];
  const before = createKeys([old]);
  const after = createKeys([fresh], [old]);
  for (const use of ['audit', 'recovery-code'] as const) {
    expect(after.isMacOf(before.mac(use, 'a row'), use, 'a row')).toBe(true);
    expect(after.mac(use, 'a row')).toBe(createKeys([fresh]).mac(use, 'a row'));
  }
  expect(
    after.open('two-factor', ['t', 'c', 'r'], before.seal('two-factor', ['t', 'c', 'r'], 'a secret')),
  ).toBe('a secret');
  expect(after.isMacOf(before.mac('refresh-token', 'ses'), 'refresh-token', 'ses')).toBe(false);
  expect(after.of('access-token')).toHaveLength(1);
});
