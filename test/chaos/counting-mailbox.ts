/** The sandbox's SMTP server with a letterbox that only counts: which email arrived how often, for as many emails as a long run sends. */
import { startSmtpServer } from '#sandbox/mailbox/smtp.ts';
import type { Mail, MailStore } from '#sandbox/mailbox/store.ts';

export type CountingMailbox = {
  url: string;
  port: number;
  /** Message-ID to number of request bodies. */
  received: ReadonlyMap<string, number>;
  stop(): Promise<void>;
};

export async function startCountingMailbox(): Promise<CountingMailbox> {
  const received = new Map<string, number>();
  const store: MailStore = {
    list: () => [],
    find: () => null,
    add: async (mail) => {
      received.set(mail.messageId, (received.get(mail.messageId) ?? 0) + 1);
      const counted: Mail = { id: String(received.size), ...mail };
      return counted;
    },
    clear: async () => received.clear(),
    version: () => received.size,
    changed: async () => {},
  };
  const smtp = await startSmtpServer({ host: '127.0.0.1', port: 0, store });
  return { url: smtp.url, port: Number(new URL(smtp.url).port), received, stop: () => smtp.stop() };
}
