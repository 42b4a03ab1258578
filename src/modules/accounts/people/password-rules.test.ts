/** Which new passwords are rejected. Only length and how common they are count. */
import { describe, expect, test } from 'vitest';
import { NewPasswordForm, PasswordChange, Registration } from '#contract/accounts.ts';
import { assertGoodPassword } from './password-rules.ts';

const check = (password: string) => assertGoodPassword(password, 'ama.boateng@example.com');
const problems = (password: string, confirmPassword = password): string[] =>
  NewPasswordForm.safeParse({ password, confirmPassword }).error?.issues.map(({ message }) => message) ?? [];

describe('a common password is rejected in every spelling:', () => {
  for (const password of [
    'password',
    'iloveyou',
    'PASSWORD1',
    'sunshine',
    'ｐａｓｓｗｏｒｄ',
    'stateside1',
    'football',
    'Password1!',
    'summer2024',
    'Summer2024!',
    'passwordpassword',
    'trustno1',
  ])
    test(password, async () => {
      await expect(check(password)).rejects.toMatchObject({
        status: 422,
        message:
          'This password is too common. Choose one that others do not use, such as four unrelated words',
      });
    });
});

describe('repeats and runs are rejected, of any length:', () => {
  for (const password of [
    'aaaaaaaa',
    ' '.repeat(8),
    '00000000',
    '12341234',
    '12345678',
    '87654321',
    'qwertyuiop',
    'abcabcabcab',
    'aabbccdd',
    'AAAAaaaa1111',
    'asdf1234!',
    '!@#$%^&*()',
    'aaaaaaaaaaaaaaaaaaaaaaab',
    '密码密码密码密码',
  ])
    test(`"${password}"`, async () => {
      await expect(check(password)).rejects.toMatchObject({
        status: 422,
        message: 'This password is too easy to guess. Do not repeat characters or use runs such as 12345678',
      });
    });
});

test('the list is long: of eight characters and more there are over ten thousand', async () => {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  expect(dictionary['passwords-common'].filter((word) => String(word).length >= 8).length).toBeGreaterThan(
    10_000,
  );
});

test("the user's email address is rejected as a password, and a password that contains it is accepted", async () => {
  await expect(check('Ama.Boateng@Example.com')).rejects.toMatchObject({ code: 'password_is_email' });
  await expect(check('Ama.Boateng@Example.com!')).resolves.toBeUndefined();
});

test('any composition is accepted: words, spaces, other alphabets, emoji', async () => {
  for (const password of [
    'correct horse battery staple',
    '        x y z',
    'ⴰⵣⵓⵍ ⴰⵎⴰⴹⴰⵍ',
    '我的密码很长很安全',
    '🦊🐢🐝🌵🥝🎈🧭🪁',
    '~(^_^)~ <3 {',
    '83719264',
    'bluebicycle',
  ]) {
    expect(problems(password), password).toEqual([]);
    await expect(check(password)).resolves.toBeUndefined();
  }
});

test('lengths are counted in characters, from 8 to 128, with the wording of the forms', () => {
  expect(problems('')).toEqual(['Password is required', 'Confirm Password is required']);
  expect(problems('1234567')).toEqual(['At least 8 characters']);
  expect(problems('🦊🐢🐝🌵')).toEqual(['At least 8 characters']);
  expect(problems('🦊'.repeat(128))).toEqual([]);
  expect(problems('x'.repeat(129))).toEqual(['At most 128 characters']);
  expect(problems('a good password', 'another password')).toEqual(['Passwords must match']);
  expect(problems('half a character \ud83e')).toEqual(['Remove the characters that cannot be shown']);
});

test('the new password form and the account form show the specified messages', () => {
  const messages = (result: { error?: { issues: { message: string }[] } }): string[] =>
    result.error?.issues.map(({ message }) => message) ?? [];
  expect(
    messages(PasswordChange.safeParse({ oldPassword: '', newPassword: '', confirmNewPassword: '' })),
  ).toEqual(['Current Password is required', 'Password is required', 'Confirm Password is required']);
  expect(
    messages(
      PasswordChange.safeParse({ oldPassword: 'x', newPassword: 'a good password', confirmNewPassword: 'b' }),
    ),
  ).toEqual(['Passwords must match']);
  const empty = Object.fromEntries(
    Object.keys(Registration.shape)
      // The page sends the browser mark; the user does not type it.
      .filter((field) => field !== 'browserMark')
      .map((field) => [field, '']),
  );
  expect(messages(Registration.safeParse(empty)).toSorted()).toEqual(
    [
      'First name is required',
      'Last name is required',
      'Username is required',
      'Email is required',
      'Contact is required',
      'Password is required',
      'Confirm Password is required',
      'Address is required',
      'City is required',
      'Country is required',
    ].toSorted(),
  );
  expect(
    messages(
      Registration.safeParse({ ...empty, email: 'ama', password: 'a good password', confirmPassword: 'b' }),
    ),
  ).toEqual(expect.arrayContaining(['Invalid email', 'Passwords must match']));
});

test('a username is 3 to 30 letters, digits, dots, dashes and underscores of any alphabet', () => {
  const complaints = (userName: string): (string | undefined)[] =>
    Registration.shape.userName.safeParse(userName).error?.issues.map(({ message }) => message) ?? [];
  for (const good of ['kofi', 'a.b', 'Kofi_Mensah-77', 'Nguyễn', 'أماني', 'x'.repeat(30)])
    expect(complaints(good), good).toEqual([]);
  for (const bad of ['a b c', 'ab', 'x'.repeat(31), 'kofi@home', '<b>kofi</b>'])
    expect(complaints(bad), bad).toEqual(['Use 3 to 30 letters, digits, dots, dashes or underscores']);
  expect(complaints('  ')).toEqual(['Username is required']);
});
