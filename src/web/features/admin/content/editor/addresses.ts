/**
 * Validates link and image addresses in a post before they are sent. Accepts what the server's sanitizer
 * accepts. Pure.
 */

/** Accepts a page of the shop, an anchor on this page, another site over https, or an email address. */
export const isGoodAddress = (address: string): boolean =>
  /^(?:\/(?![/\\])|#|https:\/\/|mailto:)[^\s\\]*$/.test(address);

export const isOwnPicture = (address: string): boolean =>
  /^\/(?:(?:blog|products)\/[\w-]+\.(?:svg|png|jpg|webp|avif)|media\/[\w-]{22}(?:\.svg)?)$/.test(address);

/**
 * Normalizes a typed or pasted address: `irs.gov` and `http://irs.gov` become `https://irs.gov`, an email
 * address becomes `mailto:`, and the shop's own address becomes a path. Null for anything else.
 */
export function addressIn(typed: string, ownOrigin: string): string | null {
  const text = typed.trim();
  if (/^[^\s@/]+@[^\s@/]+\.[^\s@/]+$/.test(text)) return `mailto:${text}`;
  const path = text.startsWith(`${ownOrigin}/`) ? text.slice(ownOrigin.length) : text;
  if (isGoodAddress(path)) return path;
  const withoutScheme = text.replace(/^http:\/\//i, '');
  const address = `https://${withoutScheme}`;
  return /^[\p{L}\d.-]+\.\p{L}{2,}(?:[/?#:]\S*)?$/u.test(withoutScheme) && isGoodAddress(address)
    ? address
    : null;
}
