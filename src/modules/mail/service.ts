/**
 * The outbox: a letter is a row and a job, both written in the transaction that decided it. Rolled back, nobody gets mail;
 * committed, it is sent at least once. A repeat carries the same Message-ID, so the receiver can tell.
 */
import { freshId } from '#kernel/ids.ts';
import type { Tx } from '#platform/database.ts';
import type { Deps } from '#platform/deps.ts';
import { type AccountLetterKind, tokenPlace } from './letters/account.ts';
import type { LetterContent } from './letters/layout.ts';
import * as store from './store.ts';

export type LetterDraft = {
  kind: 'receipt' | 'contact_message' | 'contact_received' | AccountLetterKind;
  orderId: string | null;
  to: string;
  replyTo?: string;
  letter: LetterContent;
  /** The token that its link carries, if it has one. */
  tokenId?: string | null;
};

export type MailDeps = Pick<Deps, 'db' | 'jobs' | 'mailer' | 'clock' | 'log' | 'keys' | 'publicOrigin'>;

/** Answers the letter's id. Nothing is sent before the caller's transaction commits. */
export async function queue(tx: Tx, { jobs, clock }: Pick<MailDeps, 'jobs' | 'clock'>, draft: LetterDraft): Promise<string> {
  const id = freshId('mail');
  await store.insert(tx, {
    id,
    kind: draft.kind,
    orderId: draft.orderId,
    to: draft.to,
    replyTo: draft.replyTo ?? null,
    tokenId: draft.tokenId ?? null,
    ...draft.letter,
    now: clock.now(),
  });
  await jobs.enqueue(tx, 'send-mail', { mailId: id });
  return id;
}

/** Sends a stored letter unless it is sent already. Throws when the mail server does not take it: the job tries again. */
export async function send({ db, mailer, clock, keys, publicOrigin }: MailDeps, mailId: string): Promise<void> {
  const mail = await store.find(db, mailId);
  if (mail === null || mail.sentAt !== null) return;
  const { token } = mail;
  const complete = (part: string): string => (token === null ? part : part.replaceAll(tokenPlace, keys.oneTimeToken(token.id, token.hash)));
  await mailer.send({
    messageId: `<${mail.id}@${new URL(publicOrigin).hostname}>`,
    to: mail.to,
    ...(mail.replyTo === null ? {} : { replyTo: mail.replyTo }),
    subject: mail.subject,
    text: complete(mail.text),
    html: complete(mail.html),
  });
  await store.markSent(db, mailId, clock.now());
}

/** A letter's job gives up after some thirteen hours of trying; by then nobody else is sending it. */
const givenUpAfterMs = 14 * 3_600_000;

/** Gives every letter whose job has given up another one: a mail server that was away for a day costs a day, not a receipt. */
export const sweepUnsent = ({ db, jobs, clock, log }: MailDeps): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const unsent = await store.unsentSince(tx, new Date(clock.now().getTime() - givenUpAfterMs));
    for (const mailId of unsent) await jobs.enqueue(tx, 'send-mail', { mailId }, { singletonKey: mailId });
    if (unsent.length > 0) log.error({ letters: unsent.length }, 'letters could not be sent for hours and are tried again');
  });
