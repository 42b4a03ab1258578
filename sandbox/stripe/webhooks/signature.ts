/**
 * Stripe's webhook signature: a timestamp and an HMAC-SHA256 of "timestamp.body" with the endpoint's secret.
 */
import { createHmac } from 'node:crypto';

export const signatureFor = (body: string, secret: string, timestamp: number): string =>
  `t=${timestamp},v1=${createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')}`;
