/** The words that a customer agrees to, with their version. */
import { createHash } from 'node:crypto';
import { type ConsentKind, consentText } from '#kernel/consents.ts';

/** A change of a word makes a new version by itself. */
export function termsOf(kind: ConsentKind): { text: string; version: string } {
  const text = consentText(kind);
  return { text, version: createHash('sha256').update(text).digest('hex').slice(0, 12) };
}
