/** Fallback texts of a form that could not be sent. */
import { expect, test } from 'vitest';
import { CallError, tryLater } from '#contract/client.ts';
import { refusalText } from '#web/session/refusal.ts';
import { fallbackTexts } from './fallback-texts.ts';

test('a log-in during an outage does not claim that the password is wrong', () => {
  for (const error of [
    new CallError(503, 'internal', tryLater),
    new CallError(0, 'network', tryLater),
    new TypeError('bug'),
  ])
    expect(refusalText(error, fallbackTexts.login)).toBe('error occurred, please try again later');
});

test("a rejection shows its own message, or the form's where it has none", () => {
  expect(refusalText(new CallError(401, 'refused', 'Words of the server'), fallbackTexts.login)).toBe(
    'Words of the server',
  );
  expect(refusalText(new CallError(401, 'unknown', tryLater), fallbackTexts.login)).toBe(
    'Email or password is incorrect',
  );
});
