/** An address in front of people: the international domain that the stored ASCII form stands for. */
import { domainToUnicode } from 'node:url';

/** `info@xn--mnchen-3ya.de` as `info@münchen.de`. Anything else stays as it is. */
export function shownEmail(email: string): string {
  const at = email.lastIndexOf('@');
  if (!/(?:^|\.)xn--/i.test(email.slice(at + 1))) return email;
  const domain = domainToUnicode(email.slice(at + 1));
  return domain === '' ? email : `${email.slice(0, at)}@${domain}`;
}
