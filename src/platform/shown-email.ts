/** Shows an email address to people with the Unicode domain that the stored ASCII form encodes. */
import { domainToUnicode } from 'node:url';

/** `info@xn--mnchen-3ya.de` becomes `info@münchen.de`. Anything else is returned unchanged. */
export function shownEmail(email: string): string {
  const at = email.lastIndexOf('@');
  if (!/(?:^|\.)xn--/i.test(email.slice(at + 1))) return email;
  const domain = domainToUnicode(email.slice(at + 1));
  return domain === '' ? email : `${email.slice(0, at)}@${domain}`;
}
