/**
 * The unsubscribe link for a kind of email. Its token is made from the reminder's ID on sending and never
 * stored. The token can stop these emails and nothing else. It works as long as the reminder exists, even
 * after the shop's secret is rotated.
 */
import { idPattern } from '#kernel/ids.ts';
import type { Keys } from '#platform/keys.ts';

/**
 * Placeholder for the token. Brackets need no escaping in HTML, so it is the same in both parts of an email.
 */
export const unsubscribePlace = '[[unsubscribe-token-of-this-email]]';

export const unsubscribePath = (token: string): string => `/unsubscribe?stopToken=${token}`;

const use = 'unsubscribe';
const proof = (reminderId: string): [string, string] => ['link', reminderId];

export const unsubscribeToken = (keys: Keys, reminderId: string): string =>
  `${reminderId}.${keys.mac(use, ...proof(reminderId))}`;

/** The reminder of a token; null for a text that we did not make. */
export function readUnsubscribeToken(keys: Keys, token: string): string | null {
  const [reminderId = '', mac = ''] = token.split('.');
  return idPattern('rem').test(reminderId) &&
    keys.isMacOf(mac, use, ...proof(reminderId)) &&
    token === `${reminderId}.${mac}`
    ? reminderId
    : null;
}

/** Addresses are compared by keyed hash. One hash per secret, newest first. */
export const addressHashes = (keys: Keys, email: string): [string, ...string[]] => {
  const [newest, ...older] = keys.macs(use, 'address', email.trim().toLowerCase());
  return [newest ?? '', ...older];
};
