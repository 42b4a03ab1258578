/**
 * The mails the sandbox has received: in memory, and one file each in the data folder, so that a restart loses none.
 * Bounded: the oldest go when there are too many. A mail counts as received only once its file is on the disk.
 */
import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export type Mail = {
  id: string;
  /** The recipients of the envelope, joined with a comma. */
  to: string;
  from: string;
  subject: string;
  text: string;
  html: string;
  messageId: string;
  receivedAt: string;
  headers: { name: string; value: string }[];
  /** The whole message as it came, in base64. */
  raw: string;
};

export type MailStore = {
  /** Newest first. `to` narrows it to one recipient, in any case of letters. */
  list(to?: string): Mail[];
  find(id: string): Mail | null;
  add(mail: Omit<Mail, 'id'>): Promise<Mail>;
  clear(): Promise<void>;
  /** Grows with every change. */
  version(): number;
  /** Resolves at the next change, or after `timeoutMs`. */
  changed(timeoutMs: number): Promise<void>;
};

const storedMails = 500;

/** `dataDir` null keeps everything in memory only. */
export async function openMailStore(dataDir: string | null): Promise<MailStore> {
  const folder = dataDir === null ? null : join(dataDir, 'mailbox');
  const mails = folder === null ? [] : await readMails(folder);
  const waiting = new Set<() => void>();
  let version = 0;
  const announce = () => {
    version += 1;
    for (const wake of waiting) wake();
  };
  return {
    list: (to) => mails.filter((mail) => to === undefined || mail.to.toLowerCase().split(', ').includes(to.toLowerCase())).toReversed(),
    find: (id) => mails.find((mail) => mail.id === id) ?? null,
    async add(received) {
      const mail = { id: freshId(received.receivedAt), ...received };
      if (folder !== null) await writeMail(folder, mail);
      mails.push(mail);
      const dropped = mails.splice(0, Math.max(0, mails.length - storedMails));
      if (folder !== null) await Promise.all(dropped.map(({ id }) => rm(fileOf(folder, id), { force: true })));
      announce();
      return mail;
    },
    async clear() {
      const dropped = mails.splice(0);
      if (folder !== null) await Promise.all(dropped.map(({ id }) => rm(fileOf(folder, id), { force: true })));
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

/** Sorts by time of arrival as plain text: that is also the order of the files. */
const freshId = (receivedAt: string): string => `${receivedAt.replace(/\D/g, '')}-${randomBytes(4).toString('hex')}`;

/** Under another name first: a half-written file never has a mail's name. */
async function writeMail(folder: string, mail: Mail): Promise<void> {
  const path = fileOf(folder, mail.id);
  await writeFile(`${path}.part`, JSON.stringify(mail));
  await rename(`${path}.part`, path);
}

async function readMails(folder: string): Promise<Mail[]> {
  await mkdir(folder, { recursive: true });
  const names = (await readdir(folder))
    .filter((name) => name.endsWith('.json'))
    .sort()
    .slice(-storedMails);
  return Promise.all(names.map(async (name) => JSON.parse(await readFile(join(folder, name), 'utf8')) as Mail));
}
