/** Which new passwords are refused: long lists of what everybody uses, and the own address. Length is the contract's matter. */
import { DomainError } from '#kernel/errors.ts';
import { normaliseEmail } from './rules.ts';

/** The ones of this shop, besides those of the world. */
const ours = ['stateside', 'stateside1', 'stateside123'];

let common: Promise<ReadonlySet<string>> | undefined;

/** Some eighteen thousand of eight characters and more, read once, when the first password is chosen. */
const commonPasswords = (): Promise<ReadonlySet<string>> => {
  common ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set([...dictionary['passwords-common'].map(String).filter((password) => password.length >= 8), ...ours]),
  );
  return common;
};

/** Throws `password_common` or `password_is_email`. Compared without regard to case and to Unicode's spellings. */
export async function assertGoodPassword(password: string, email: string): Promise<void> {
  const plain = password.normalize('NFKC').toLowerCase();
  if ((await commonPasswords()).has(plain)) throw new DomainError('password_common');
  if (normaliseEmail(plain) === normaliseEmail(email)) throw new DomainError('password_is_email');
}
