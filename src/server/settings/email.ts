/** Settings of outgoing email. */
import { z } from 'zod';
import type { SettingsOf } from './setting-values.ts';

/** `hello@shop.example`, or `Shop <hello@shop.example>`. */
const sender = z
  .string()
  .regex(
    /^(?:[^<>\p{Cc}]*<[^\s<>@]+@[^\s<>@.]+(?:\.[^\s<>@.]+)+>|[^\s<>@]+@[^\s<>@.]+(?:\.[^\s<>@.]+)+)$/u,
    'must contain one address, such as Shop <hello@shop.example>',
  );
export const defaultMailFrom = 'Stateside <hello@stateside.example>';

export const emailSettings = {
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\//, 'must start with smtp:// or smtps://')
    .meta({
      description:
        'Mail server, `smtp://user:password@host:587` or `smtps://…`. `?maxConnections=5` limits connections.',
    }),
  MAIL_FROM: sender
    .default(defaultMailFrom)
    .meta({ description: 'Sender of emails: an address, or a name and an address.' }),
  UNICODE_MAILBOXES: z.enum(['auto', 'on', 'off'], 'must be auto, on, or off').default('auto').meta({
    description: 'Accept letters such as é before the @. `auto` asks the mail server for SMTPUTF8.',
  }),
};

export type EmailConfig = {
  smtpUrl: string;
  mailFrom: string;
  /**
   * `auto`: mailboxes with non-ASCII letters, such as é, are accepted when the mail server offers SMTPUTF8.
   */
  unicodeMailboxes: 'auto' | 'on' | 'off';
};

export const readEmail = (settings: SettingsOf<typeof emailSettings>): EmailConfig => ({
  smtpUrl: settings.SMTP_URL,
  mailFrom: settings.MAIL_FROM,
  unicodeMailboxes: settings.UNICODE_MAILBOXES,
});
