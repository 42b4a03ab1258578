/** Warnings about settings that are valid but probably unintended. */
import type { Config } from './config.ts';
import { defaultMailFrom } from './email.ts';
import { isLive } from './stripe.ts';

/** Returns one sentence per warning for the operator. The shop starts anyway. */
export function warningsOf({
  stripe,
  smtpUrl,
  mailFrom,
  unread,
  namesReplica,
}: Pick<Config, 'stripe' | 'smtpUrl' | 'mailFrom' | 'unread' | 'namesReplica'>): string[] {
  const isLocal = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(
    URL.parse(smtpUrl.replace(/^smtps?:/, 'http:'))?.hostname ?? '',
  );
  const hasNoSender = mailFrom === defaultMailFrom && (isLive(stripe.secretKey) || !isLocal);
  return [
    ...(hasNoSender
      ? [
          `MAIL_FROM is not set: emails are sent from ${defaultMailFrom}, which mail servers reject. Set it to your own address.`,
        ]
      : []),
    ...(unread.length > 0
      ? [
          `Ignored settings: ${unread.join(', ')}. Change them at /admin/settings/carts and remove them from the environment.`,
        ]
      : []),
    ...(namesReplica
      ? [
          'Ignored setting: DATABASE_REPLICA_URL. Console figures and exports are read from the primary. Remove it from the environment.',
        ]
      : []),
  ];
}
