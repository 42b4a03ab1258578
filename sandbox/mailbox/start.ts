/** Starts the mailbox: an SMTP server that stores every mail, and the pages to read them. */
import type { Hono } from 'hono';
import { mailboxApp } from './app.ts';
import { startSmtpServer } from './smtp.ts';
import { openMailStore } from './store.ts';

export type Mailbox = { app: Hono; smtpUrl: string; stop(): Promise<void> };

/** With `dataDir` null, mails stay in memory only. `smtpPort` 0 picks a free port. */
export async function startMailbox({
  host,
  smtpPort,
  dataDir,
}: {
  host: string;
  smtpPort: number;
  dataDir: string | null;
}): Promise<Mailbox> {
  const store = await openMailStore(dataDir);
  const smtp = await startSmtpServer({ host, port: smtpPort, store });
  return { app: mailboxApp(store, smtp), smtpUrl: smtp.url, stop: () => smtp.stop() };
}
