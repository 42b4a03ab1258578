/** Settings that are no mistake, and that an operator should hear of at the start. */
import { type Config, defaultMailFrom, isLive } from './config.ts';

/** What the shop starts with all the same, in sentences for the operator. */
export function warningsOf({ stripe, smtpUrl, mailFrom }: Pick<Config, 'stripe' | 'smtpUrl' | 'mailFrom'>): string[] {
  const isLocal = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(URL.parse(smtpUrl.replace(/^smtps?:/, 'http:'))?.hostname ?? '');
  return mailFrom === defaultMailFrom && (isLive(stripe.secretKey) || !isLocal)
    ? [`MAIL_FROM is not set: customers get mail from ${defaultMailFrom}, which mail servers refuse. Set it to an address of yours.`]
    : [];
}
