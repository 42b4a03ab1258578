/** Code rules with the clock passed in as a value. The vectors are those of RFC 6238, cut to six digits. */
import { describe, expect, test } from 'vitest';
import { acceptedStep, readRecoveryCode, setupUri, showRecoveryCode, toRecoveryCode } from './rules.ts';

/** "12345678901234567890" in base 32. */
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
const at = (seconds: number): Date => new Date(seconds * 1_000);

describe('a code of the app', () => {
  test.each([
    [59, '287082', 1],
    [1_111_111_109, '081804', 37_037_036],
    [1_234_567_890, '005924', 41_152_263],
    [2_000_000_000, '279037', 66_666_666],
  ])('at %i seconds %s belongs to step %i', (seconds, code, step) => {
    expect(acceptedStep(secret, code, at(seconds), null)).toBe(step);
  });
  test('is valid half a minute early and late, and no longer', () => {
    const shownFrom = 1_999_999_980;
    const moments = [-31, -30, 0, 29, 30, 59, 60];
    const accepted = moments.filter(
      (delaySeconds) => acceptedStep(secret, '279037', at(shownFrom + delaySeconds), null) !== null,
    );
    expect(accepted).toEqual([-30, 0, 29, 30, 59]);
  });
  test('counts once, and so does every step before it', () => {
    expect(acceptedStep(secret, '279037', at(2_000_000_000), 66_666_665)).toBe(66_666_666);
    expect(acceptedStep(secret, '279037', at(2_000_000_000), 66_666_666)).toBe(null);
    expect(acceptedStep(secret, '279037', at(2_000_000_000), 66_666_667)).toBe(null);
  });
  test.each(['279 037', ' 279037'])('may be typed as “%s”', (typed) => {
    expect(acceptedStep(secret, typed, at(2_000_000_000), null)).not.toBe(null);
  });
  test.each(['', '27903', '2790370', '27903a', '٢٧٩٠٣٧', '000000'])('is not “%s”', (typed) => {
    expect(acceptedStep(secret, typed, at(2_000_000_000), null)).toBe(null);
  });
});

test('the setup URI contains the account, the issuer, and the standard parameters', () => {
  expect(setupUri(secret, 'ama@example.com')).toBe(
    `otpauth://totp/Stateside:ama%40example.com?issuer=Stateside&secret=${secret}&algorithm=SHA1&digits=6&period=30`,
  );
});

describe('a recovery code', () => {
  const code = toRecoveryCode(Uint8Array.from([0, 31, 32, 63, 255, 18, 20, 1, 10, 25]));
  test('has ten characters and is shown in two groups', () => {
    expect(code).toBe('0Z0ZZJM1AS');
    expect(showRecoveryCode(code)).toBe('0Z0ZZ-JM1AS');
  });
  test.each(['0Z0ZZ-JM1AS', '0z0zzjm1as', ' OZ0ZZ JMIAS ', 'oZoZz-jMlAs'])('is accepted as “%s”', (typed) => {
    expect(readRecoveryCode(typed)).toBe(code);
  });
  test.each(['', '123456', '0Z0ZZ-JM1A', '0Z0ZZ-JM1ASS', '0Z0ZZ-JM1AU', '0Z0ZZ_JM1AS'])(
    'is not “%s”',
    (typed) => {
      expect(readRecoveryCode(typed)).toBe(null);
    },
  );
});
