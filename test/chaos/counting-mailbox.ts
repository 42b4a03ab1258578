/**
 * The sandbox's SMTP server with a mailbox that only counts deliveries per email, so long runs fit into
 * memory.
 */
import { parseMessage } from '#sandbox/mailbox/parse.ts';
import { startSmtpServer } from '#sandbox/mailbox/smtp.ts';
import type { MailStore } from '#sandbox/mailbox/store.ts';

export type CountingMailbox = {
  url: string;
  port: number;
  /** Maps the Message-ID to the number of deliveries. */
  received: ReadonlyMap<string, number>;
  stop(): Promise<void>;
};

export async function startCountingMailbox(): Promise<CountingMailbox> {
  const received = new Map<string, number>();
  const store: MailStore = {
    list: async () => [],
    count: () => 0,
    find: async () => null,
    add: async (mail) => {
      const { messageId } = await parseMessage(Buffer.from(mail.raw, 'base64'));
      received.set(messageId, (received.get(messageId) ?? 0) + 1);
      return { id: String(received.size), ...mail };
    },
    clear: async () => received.clear(),
    version: () => received.size,
    changed: async () => {},
  };
  const smtp = await startSmtpServer({ host: '127.0.0.1', port: 0, store });
  return { url: smtp.url, port: Number(new URL(smtp.url).port), received, stop: () => smtp.stop() };
}
