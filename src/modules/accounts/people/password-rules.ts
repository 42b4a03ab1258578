/**
 * Rejects weak new passwords: common ones from a frequency list, repeats and runs, and the user's own
 * address. The contract checks length.
 */
import { DomainError } from '#kernel/errors.ts';
import { isRepeatOrRun, withoutEnding, withoutRepeats } from '#kernel/guessable.ts';
import { normalizeEmail } from './rules.ts';

/** Common words specific to this shop. */
const shopWords = ['stateside'];

/** With shorter words, almost any password would have a common base. */
const shortestBase = 4;

let common: Promise<ReadonlySet<string>> | undefined;

/**
 * About 50,000 passwords, 18,000 of them with 8 characters or more. Loaded when the first password is chosen.
 */
const commonPasswords = (): Promise<ReadonlySet<string>> => {
  common ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) =>
      new Set([
        ...dictionary['passwords-common'].map((password) => String(password).toLowerCase()),
        ...shopWords,
      ]),
  );
  return common;
};

/** Also true for a common password that is repeated or has a few digits and symbols added. */
async function isCommon(plain: string): Promise<boolean> {
  const passwords = await commonPasswords();
  const once = withoutRepeats(plain);
  return [plain, withoutEnding(plain), once, withoutEnding(once)].some(
    (base) => base.length >= shortestBase && passwords.has(base),
  );
}

/**
 * Throws `password_easy`, `password_common` or `password_is_email`. Compares without regard to case and
 * Unicode form.
 */
export async function assertGoodPassword(password: string, email: string): Promise<void> {
  const plain = password.normalize('NFKC').toLowerCase();
  if (isRepeatOrRun(plain)) throw new DomainError('password_easy');
  if (await isCommon(plain)) throw new DomainError('password_common');
  if (normalizeEmail(plain) === normalizeEmail(email)) throw new DomainError('password_is_email');
}
