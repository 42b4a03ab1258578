/** Where a post may lead, and which pictures it may show: what the server's sanitiser lets through, said before it is sent. Pure. */

/** A page of ours, a place on this page, another site over https, or an email. */
export const isGoodAddress = (address: string): boolean => /^(?:\/(?![/\\])|#|https:\/\/|mailto:)[^\s\\]*$/.test(address);

export const isOwnPicture = (address: string): boolean =>
  /^\/(?:(?:blog|products)\/[\w-]+\.(?:svg|png|jpg|webp|avif)|media\/[\w-]{22}(?:\.svg)?)$/.test(address);

/** As people type or copy it: `irs.gov` and `http://irs.gov` are `https://irs.gov`, an email is one, and our own address leads to its page. Null for nothing of that. */
export function addressIn(typed: string, ownOrigin: string): string | null {
  const text = typed.trim();
  if (/^[^\s@/]+@[^\s@/]+\.[^\s@/]+$/.test(text)) return `mailto:${text}`;
  const own = text.startsWith(`${ownOrigin}/`) ? text.slice(ownOrigin.length) : text;
  if (isGoodAddress(own)) return own;
  const withoutScheme = text.replace(/^http:\/\//i, '');
  const address = `https://${withoutScheme}`;
  return /^[\p{L}\d.-]+\.\p{L}{2,}(?:[/?#:]\S*)?$/u.test(withoutScheme) && isGoodAddress(address) ? address : null;
}
