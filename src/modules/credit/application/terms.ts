/** The texts that a customer agrees to, with their versions. */
import { createHash } from 'node:crypto';
import { type ConsentKind, consentText } from '#content/consents.ts';

/** The version is derived from the text, so any change creates a new one. */
export function termsOf(kind: ConsentKind): { text: string; version: string } {
  const text = consentText(kind);
  return { text, version: createHash('sha256').update(text).digest('hex').slice(0, 12) };
}
