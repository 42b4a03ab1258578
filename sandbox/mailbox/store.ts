/**
 * Stores received mails in memory and as one file each in the data folder, so that a restart loses none. The
 * oldest are deleted when there are too many. A mail counts as received only once its file is on disk.
 */
import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Message, parseMessage } from './parse.ts';

export type StoredMail = {
  id: string;
  /** The envelope recipients, comma-separated. */
  to: string;
  receivedAt: string;
  /** The raw message in base64. */
  raw: string;
};
export type Mail = StoredMail & Message;

export type MailStore = {
  /** Newest first. `to` filters by one recipient, case-insensitively. */
  list(to?: string): Promise<Mail[]>;
  count(to?: string): number;
  find(id: string): Promise<Mail | null>;
  add(mail: Omit<StoredMail, 'id'>): Promise<StoredMail>;
  clear(): Promise<void>;
  /** Increases with every change. */
  version(): number;
  /** Resolves at the next change, or after `timeoutMs`. */
  changed(timeoutMs: number): Promise<void>;
};

const storedMails = 500;

/** With `dataDir` null, everything stays in memory. */
export async function openMailStore(dataDir: string | null): Promise<MailStore> {
  const folder = dataDir === null ? null : join(dataDir, 'mailbox');
  const mails = folder === null ? [] : await readMails(folder);
  const parsed = new WeakMap<StoredMail, Promise<Message>>();
  /** Mails are parsed on first read, because most mails of a busy shop are never opened. */
  const open = async (mail: StoredMail): Promise<Mail> => {
    const message = parsed.get(mail) ?? parseMessage(Buffer.from(mail.raw, 'base64'));
    parsed.set(mail, message);
    return { ...mail, ...(await message) };
  };
  const ofRecipient = (to?: string): StoredMail[] =>
    mails.filter((mail) => to === undefined || mail.to.toLowerCase().split(', ').includes(to.toLowerCase()));
  const waiting = new Set<() => void>();
  let version = 0;
  const announce = () => {
    version += 1;
    for (const wake of waiting) wake();
  };
  return {
    list: (to) => Promise.all(ofRecipient(to).toReversed().map(open)),
    count: (to) => ofRecipient(to).length,
    async find(id) {
      const mail = mails.find((candidate) => candidate.id === id);
      return mail === undefined ? null : open(mail);
    },
    async add(received) {
      const mail = { id: freshId(received.receivedAt), ...received };
      if (folder !== null) await writeMail(folder, mail);
      mails.push(mail);
      const dropped = mails.splice(0, Math.max(0, mails.length - storedMails));
      if (folder !== null)
        await Promise.all(dropped.map(({ id }) => rm(fileOf(folder, id), { force: true })));
      announce();
      return mail;
    },
    async clear() {
      const dropped = mails.splice(0);
      if (folder !== null)
        await Promise.all(dropped.map(({ id }) => rm(fileOf(folder, id), { force: true })));
      announce();
    },
    version: () => version,
    changed: (timeoutMs) =>
      new Promise((resolve) => {
        const wake = () => {
          clearTimeout(timer);
          waiting.delete(wake);
          resolve();
        };
        const timer = setTimeout(wake, timeoutMs);
        timer.unref();
        waiting.add(wake);
      }),
  };
}

const fileOf = (folder: string, id: string): string => join(folder, `${id}.json`);

/** Ids sort by arrival time as plain text, which is also the order of the files. */
const freshId = (receivedAt: string): string =>
  `${receivedAt.replace(/\D/g, '')}-${randomBytes(4).toString('hex')}`;

/** Writes to a temporary name first, so that a partial file never has a mail's name. */
async function writeMail(folder: string, mail: StoredMail): Promise<void> {
  const path = fileOf(folder, mail.id);
  await writeFile(`${path}.part`, JSON.stringify(mail));
  await rename(`${path}.part`, path);
}

async function readMails(folder: string): Promise<StoredMail[]> {
  await mkdir(folder, { recursive: true });
  const names = (await readdir(folder))
    .filter((name) => name.endsWith('.json'))
    .sort()
    .slice(-storedMails);
  return Promise.all(
    names.map(async (name) => JSON.parse(await readFile(join(folder, name), 'utf8')) as StoredMail),
  );
}
