/** Which new passwords are refused: a frequency list of what people use, repeats and runs, and the own address. Length is the contract's matter. */
import { DomainError } from '#kernel/errors.ts';
import { isRepeatOrRun, withoutEnding, withoutRepeats } from '#kernel/guessable.ts';
import { normaliseEmail } from './rules.ts';

/** The ones of this shop, besides those of the world. */
const ours = ['stateside'];

/** Shorter words would make a common base of nearly anything. */
const shortestBase = 4;

let common: Promise<ReadonlySet<string>> | undefined;

/** Some fifty thousand, eighteen thousand of them of eight characters and more. Read once, when the first password is chosen. */
const commonPasswords = (): Promise<ReadonlySet<string>> => {
  common ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set([...dictionary['passwords-common'].map((password) => String(password).toLowerCase()), ...ours]),
  );
  return common;
};

/** Also where a common password is written twice, or a few digits and signs are added to it. */
async function isCommon(plain: string): Promise<boolean> {
  const passwords = await commonPasswords();
  const once = withoutRepeats(plain);
  return [plain, withoutEnding(plain), once, withoutEnding(once)].some((base) => base.length >= shortestBase && passwords.has(base));
}

/** Throws `password_easy`, `password_common` or `password_is_email`. Compared without regard to case and to Unicode's spellings. */
export async function assertGoodPassword(password: string, email: string): Promise<void> {
  const plain = password.normalize('NFKC').toLowerCase();
  if (isRepeatOrRun(plain)) throw new DomainError('password_easy');
  if (await isCommon(plain)) throw new DomainError('password_common');
  if (normaliseEmail(plain) === normaliseEmail(email)) throw new DomainError('password_is_email');
}
