/** The sandbox's SMTP server with a letterbox that only counts: which email arrived how often, for as many emails as a long run sends. */
import { startSmtpServer } from '#sandbox/mailbox/smtp.ts';
import type { Mail, MailStore } from '#sandbox/mailbox/store.ts';

export type CountingMailbox = {
  url: string;
  port: number;
  /** Message-ID to number of arrivals. */
  arrivals: ReadonlyMap<string, number>;
  stop(): Promise<void>;
};

export async function startCountingMailbox(): Promise<CountingMailbox> {
  const arrivals = new Map<string, number>();
  const store: MailStore = {
    list: () => [],
    find: () => null,
    add: async (mail) => {
      arrivals.set(mail.messageId, (arrivals.get(mail.messageId) ?? 0) + 1);
      const counted: Mail = { id: String(arrivals.size), ...mail };
      return counted;
    },
    clear: async () => arrivals.clear(),
    version: () => arrivals.size,
    changed: async () => {},
  };
  const smtp = await startSmtpServer({ host: '127.0.0.1', port: 0, store });
  return { url: smtp.url, port: Number(new URL(smtp.url).port), arrivals, stop: () => smtp.stop() };
}
