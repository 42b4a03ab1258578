/**
 * The link that stops emails of a kind. Its token is made from the reminder's id when the email is sent and is stored nowhere; whoever has it
 * can stop the emails and nothing else. It stays good for as long as the reminder is known, whatever secret the shop uses by then.
 */
import { idPattern } from '#kernel/ids.ts';
import type { Keys } from '#platform/keys.ts';

/** Stands where the token comes. Brackets mean nothing in HTML, so it looks the same in both parts of an email. */
export const unsubscribePlace = '[[unsubscribe-token-of-this-email]]';

export const unsubscribePath = (token: string): string => `/unsubscribe?stopToken=${token}`;

const use = 'unsubscribe';
const proof = (reminderId: string): [string, string] => ['link', reminderId];

export const unsubscribeToken = (keys: Keys, reminderId: string): string => `${reminderId}.${keys.mac(use, ...proof(reminderId))}`;

/** The reminder that the token is of; null for a text that we did not make. */
export function readUnsubscribeToken(keys: Keys, token: string): string | null {
  const [reminderId = '', mac = ''] = token.split('.');
  return idPattern('rem').test(reminderId) && keys.isMacOf(mac, use, ...proof(reminderId)) && token === `${reminderId}.${mac}`
    ? reminderId
    : null;
}

/** Addresses are compared under a keyed hash. With several secrets, one for each: the newest first. */
export const addressHashes = (keys: Keys, email: string): [string, ...string[]] => {
  const [newest, ...older] = keys.macs(use, 'address', email.trim().toLowerCase());
  return [newest ?? '', ...older];
};
