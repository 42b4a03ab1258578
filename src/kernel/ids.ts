/**
 * Creates identifiers. Ids in links are capabilities: anyone with the link has access. So they have 128
 * random bits; a UUID has 122, which the security standard does not accept.
 */
export type IdKind =
  | 'cart'
  | 'ord'
  | 'pay'
  | 'ref'
  | 'mail'
  | 'usr'
  | 'ses'
  | 'tok'
  | 'ask'
  | 'gra'
  | 'set'
  | 'msg'
  | 'inv'
  | 'cn'
  | 'sub'
  | 'gst'
  | 'prc'
  | 'com'
  | 'cra'
  | 'frz'
  | 'app'
  | 'rem'
  | 'con'
  | 'rep'
  | 'brp'
  | 'sco'
  | 'note'
  | 'bulk'
  | 'ans'
  | 'tpl'
  | 'view'
  | 'exp'
  | 'alr'
  | 'aln'
  | 'post';

/** A new id such as `ord_kX0…`: a kind and 22 characters of base64url (132 bits drawn, 128 needed). */
export const freshId = (kind: IdKind): string => {
  const bytes = crypto.getRandomValues(new Uint8Array(17));
  return `${kind}_${base64url(bytes).slice(0, 22)}`;
};

const base64url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

export const idPattern = (kind: IdKind): RegExp => new RegExp(`^${kind}_[A-Za-z0-9_-]{22}$`);
