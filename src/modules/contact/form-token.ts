/**
 * The form's token: a moment and a signature. It proves when the form was opened and nothing else, it is not stored, and it may be
 * used again within its day: a second try after a failure carries the same one.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { FormOpened } from './rules.ts';

export function issueToken(secret: string, now: Date): string {
  const claim = `${now.getTime().toString(36)}.${randomBytes(9).toString('base64url')}`;
  return `${claim}.${signature(secret, claim)}`;
}

export function readToken(secret: string, token: string | undefined): FormOpened {
  if (token === undefined || token === '') return 'none';
  const [moment = '', salt = '', signed = ''] = token.split('.');
  const given = Buffer.from(signed);
  const expected = Buffer.from(signature(secret, `${moment}.${salt}`));
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return 'forged';
  return new Date(Number.parseInt(moment, 36));
}

const signature = (secret: string, claim: string): string => createHmac('sha256', secret).update(claim).digest('base64url');
