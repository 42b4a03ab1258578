/**
 * Decides whether forms accept non-ASCII mailboxes, from the setting or from the mail server's capabilities.
 */
import { offersUnicodeMailboxes } from '#adapters/smtp/unicode-mailboxes.ts';
import { acceptUnicodeMailboxes } from '#kernel/email-address.ts';
import type { Logger } from '#platform/logger.ts';
import type { Config } from './settings/config.ts';

const retryAfterMs = 60_000;

type Watch = { stop: () => void };

/**
 * With `auto`, such addresses are rejected until the mail server has answered. An unreachable server is
 * retried every minute.
 */
export function watchUnicodeMailboxes(
  { unicodeMailboxes, smtpUrl }: Pick<Config, 'unicodeMailboxes' | 'smtpUrl'>,
  log: Logger,
): Watch {
  acceptUnicodeMailboxes(unicodeMailboxes === 'on');
  let timer: NodeJS.Timeout | null = null;
  let isStopped = unicodeMailboxes !== 'auto';
  const ask = async (): Promise<void> => {
    const isOffered = await offersUnicodeMailboxes(smtpUrl).catch(() => null);
    if (isStopped) return;
    if (isOffered === null) timer = setTimeout(() => void ask(), retryAfterMs).unref();
    else {
      acceptUnicodeMailboxes(isOffered);
      log.info({ isOffered }, 'checked whether the mail server supports SMTPUTF8');
    }
  };
  if (!isStopped) void ask();
  return {
    stop: () => {
      isStopped = true;
      if (timer !== null) clearTimeout(timer);
    },
  };
}
