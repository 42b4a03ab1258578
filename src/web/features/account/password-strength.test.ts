/** The hint must never rate a bad password as strong. Other ratings are a matter of taste. */
import { expect, test } from 'vitest';
import { strengthOf } from './password-strength.ts';

for (const password of [
  'password',
  'Password1!',
  '12345678',
  'qwertyuiop',
  'aaaaaaaaaaaaaaaa',
  'abcdefghijkl',
  'asdfghjkl1',
  '12341234',
  'summer2024',
  '        ',
  '!@#$%^&*(',
]) {
  test(`${password} is rated easy to guess`, () => {
    expect(strengthOf(password)).toEqual({ level: 1, text: 'Easy to guess' });
  });
}

test('common passwords on our list are almost never rated good, and a fair rating shows a caveat', async () => {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  const common = dictionary['passwords-common'].map(String).filter((password) => password.length >= 8);
  expect(common.filter((password) => strengthOf(password).level > 2).length / common.length).toBeLessThan(
    0.005,
  );
  expect(strengthOf('mountain').text).toBe('Fair, unless others use it too. Longer is better');
});

test('one’s own names add no strength', () => {
  expect(strengthOf('KofiMensah1', ['Kofi', 'Mensah']).level).toBe(1);
  expect(strengthOf('KofiMensah1').level).toBeGreaterThan(1);
});

test('a long sentence is strong without digits or signs', () => {
  expect(strengthOf('my uncle sells blue bicycles').level).toBe(4);
});

test('a password that is too short shows how many characters are missing, as people count them', () => {
  expect(strengthOf('пароль').text).toBe('Too short: 2 more');
  expect(strengthOf('👍👍👍').text).toBe('Too short: 5 more');
  expect(strengthOf('').text).toBe('');
});
