/**
 * The outbox: an email is a row and a job, written in the transaction that decided to send it. After a
 * rollback nothing is sent; after a commit it is sent at least once. A repeat has the same Message-ID, so the
 * receiver can deduplicate.
 */
import { DomainError } from '#kernel/errors.ts';
import { freshId } from '#kernel/ids.ts';
import type { PageCode } from '#kernel/page-languages.ts';
import type { Database, Tx } from '#platform/database.ts';
import type { Deps } from '#modules/shared/deps.ts';
import { type Attachment, Undeliverable } from '#ports/mailer.ts';
import { tokenPlace } from './emails/account.ts';
import type { Email, EmailContent } from './emails/layout.ts';
import type { SampledKind } from './emails/samples.ts';
import type { StaffEmailKind } from './emails/staff.ts';
import * as store from './store.ts';
import { chooseWords } from './words.ts';
import { unsubscribePath, unsubscribePlace, unsubscribeToken } from './unsubscribe.ts';

export type EmailDraft = {
  kind:
    | SampledKind
    | StaffEmailKind
    /** To our own mailbox. */
    | 'contact_message'
    /** A resend of the email in `copyOf`. */
    | 'copy'
    /** A preview that staff send to themselves. */
    | 'email_test';
  orderId: string | null;
  to: string;
  replyTo?: string;
  email: EmailContent | Email;
  /** Language of its order or recipient, when the caller already has it. Default: it is looked up. */
  language?: PageCode;
  /** The token that its link carries, if it has one. */
  tokenId?: string | null;
  /** The ID of the attached invoice or credit note PDF. */
  attachedDocument?: string | null;
  /** Like `tokenId`, for a link that replaces a card. */
  cardLinkId?: string | null;
  /** Set for a cart reminder. */
  reminderId?: string | null;
  copyOf?: string | null;
  /** The contact message that it is about. */
  contactMessageId?: string | null;
};

/**
 * Checked right before a reminder is sent, possibly hours after it was written: the cart may have been paid.
 */
export type IsReminderWanted = (db: Database, reminderId: string) => Promise<boolean>;

/** Mail is left of carts, so `isReminderWanted` is passed in. */
export type MailDeps = Pick<
  Deps,
  'db' | 'jobs' | 'mailer' | 'clock' | 'log' | 'keys' | 'publicOrigin' | 'printDocument'
> & {
  isReminderWanted: IsReminderWanted;
};

type QueueDeps = Pick<Deps, 'jobs' | 'clock' | 'languages'>;

/** Returns the email's ID. Nothing is sent before the caller's transaction commits. */
export async function queue(tx: Tx, deps: QueueDeps, draft: EmailDraft): Promise<string> {
  const [id = ''] = await queueAll(tx, deps, [draft]);
  return id;
}

/** The user is waiting for these on a screen, so they are sent before receipts. */
const awaited: ReadonlySet<EmailDraft['kind']> = new Set([
  'confirm_email',
  'reset_password',
  'change_email_old',
  'change_email_new',
  'account_exists',
  'staff_invited',
]);
const jobOf = ({ kind }: Pick<EmailDraft, 'kind'>) => (awaited.has(kind) ? 'send-awaited-mail' : 'send-mail');

/**
 * Queues several emails with few statements. The first one reads their languages and texts. Each email gets a
 * separate job.
 */
export async function queueAll(
  tx: Tx,
  { jobs, clock, languages }: QueueDeps,
  drafts: EmailDraft[],
): Promise<string[]> {
  if (drafts.length === 0) return [];
  const now = clock.now();
  const contents = await chooseWords(tx, drafts, languages);
  const emails = drafts.map((draft, index) => ({
    id: freshId('mail'),
    kind: draft.kind,
    orderId: draft.orderId,
    to: draft.to,
    replyTo: draft.replyTo ?? null,
    tokenId: draft.tokenId ?? null,
    attachedDocument: draft.attachedDocument ?? null,
    cardLinkId: draft.cardLinkId ?? null,
    reminderId: draft.reminderId ?? null,
    copyOf: draft.copyOf ?? null,
    contactMessageId: draft.contactMessageId ?? null,
    ...(contents[index] ?? draft.email),
    now,
  }));
  await store.insert(tx, emails);
  for (const job of ['send-awaited-mail', 'send-mail'] as const) {
    const ids = emails.filter((mail) => jobOf(mail) === job).map(({ id }) => ({ mailId: id }));
    await jobs.enqueueAll(tx, job, ids);
  }
  return emails.map(({ id }) => id);
}

/**
 * Resends an email unchanged to the same address. Throws `email_not_repeatable` for an erased one, one with a
 * single-use link, or one that its recipient may have unsubscribed from; `not_found` for an unknown one.
 */
export async function resend(
  tx: Tx,
  deps: QueueDeps,
  mailId: string,
): Promise<{ id: string; to: string; kind: string; orderId: string | null }> {
  const found = await findRepeatable(tx, mailId);
  const { kind, order_id: orderId, to_address: to, subject, text, html } = found;
  const id = await queue(tx, deps, {
    kind: 'copy',
    orderId,
    to,
    ...(found.reply_to === null ? {} : { replyTo: found.reply_to }),
    email: { subject, text, html },
    attachedDocument: found.attached_document,
    cardLinkId: found.card_link_id,
    copyOf: found.copy_of ?? mailId,
    contactMessageId: found.contact_message_id,
  });
  return { id, to, kind, orderId };
}

/** Throws what `resend` throws. */
export async function findRepeatable(db: Database | Tx, mailId: string) {
  const found = await store.findWhole(db, mailId);
  if (found === undefined) throw new DomainError('not_found');
  if (!found.repeatable) throw new DomainError('email_not_repeatable');
  return found;
}

/** Longer than the longest attempt. After a crash the job is retried after about the same time. */
const inOneHandSeconds = 30;

/** Emails accepted by the mail server but not yet marked as sent, because the database was unavailable. */
const delivered = new Set<string>();

/**
 * Sends a stored email unless that is done. Throws when the mail server does not accept it, or another
 * process is sending it; the job then retries. A permanent rejection ends the email immediately and raises an
 * alarm.
 */
export async function send(deps: MailDeps, mailId: string): Promise<void> {
  const { db, clock } = deps;
  if (!delivered.has(mailId)) {
    const mail = await store.take(db, mailId, inOneHandSeconds);
    if (mail === null) {
      if (await store.isToBeSent(db, mailId))
        throw new Error(`email ${mailId} is being sent by another worker`);
      return;
    }
    try {
      if (mail.reminderId !== null && !(await deps.isReminderWanted(db, mail.reminderId)))
        return void (await store.withdraw(db, mailId, clock.now()));
      await deliver(deps, mail);
    } catch (error) {
      // The address in a cart may simply be mistyped, so staff are not alerted.
      if (error instanceof Undeliverable && mail.reminderId !== null)
        return void (await store.withdraw(db, mailId, clock.now()));
      if (error instanceof Undeliverable) return recordFailure(deps, mailId, error.message);
      await store.requeue(db, mailId);
      throw error;
    }
    delivered.add(mailId);
  }
  await store.markSent(db, mailId, clock.now());
  delivered.delete(mailId);
}

async function deliver(deps: MailDeps, { token, reminderId, ...mail }: store.StoredMail): Promise<void> {
  const { mailer, keys, publicOrigin } = deps;
  const attachment = await printed(deps, mail);
  const stop = reminderId === null ? null : unsubscribeToken(keys, reminderId);
  const complete = (part: string): string => {
    const linked =
      token === null ? part : part.replaceAll(tokenPlace, keys.oneTimeToken(token.id, token.hash));
    return stop === null ? linked : linked.replaceAll(unsubscribePlace, stop);
  };
  await mailer.send({
    messageId: `<${mail.id}@${new URL(publicOrigin).hostname}>`,
    to: mail.to,
    ...(mail.replyTo === null ? {} : { replyTo: mail.replyTo }),
    subject: mail.subject,
    text: complete(mail.text),
    html: complete(mail.html),
    ...(attachment === null ? {} : { attachments: [attachment] }),
    ...(stop === null ? {} : { unsubscribeAddress: `${publicOrigin}${unsubscribePath(stop)}` }),
  });
}

/** An email whose PDF cannot be made is sent without it: its link leads to the same document. */
async function printed(
  { db, log, printDocument }: MailDeps,
  { id, attachedDocument }: Pick<store.StoredMail, 'id' | 'attachedDocument'>,
): Promise<Attachment | null> {
  if (attachedDocument === null) return null;
  try {
    return await printDocument(db, attachedDocument);
  } catch (error) {
    log.error(
      { err: error, mailId: id, document: attachedDocument },
      'the PDF for an email could not be created: sending the email without it',
    );
    return null;
  }
}

async function recordFailure({ db, clock, log }: MailDeps, mailId: string, why: string): Promise<void> {
  await db.transaction().execute((tx) => store.markFailed(tx, mailId, clock.now(), why));
  log.error({ alarm: 'mail_undeliverable', subject: mailId }, why);
}

const hourMs = 3_600_000;
/** An email's job stops retrying after about 13 hours; after that no attempt is running. */
const givenUpAfterMs = 14 * hourMs;
/** The retry period of mail servers (RFC 5321, 4.5.4.1). */
const triedForDays = 5;

/**
 * Enqueues a new job for every email whose job has stopped retrying, so a mail server outage of a day delays
 * emails but loses none. Emails that still have a job are skipped, so no email ever has two.
 */
export async function sweepUnsent(deps: MailDeps): Promise<void> {
  const { db, jobs, clock, log } = deps;
  const now = clock.now().getTime();
  const { again: retried, given } = await db.transaction().execute(async (tx) => {
    const abandoned = await store.abandonedSince(tx, new Date(now - givenUpAfterMs));
    const isOld = ({ createdAt }: { createdAt: Date }): boolean =>
      now - createdAt.getTime() > triedForDays * 24 * hourMs;
    const retryable = abandoned.filter((email) => !isOld(email));
    for (const { id } of retryable) await jobs.enqueue(tx, 'send-mail', { mailId: id }, { singletonKey: id });
    return { again: retryable.length, given: abandoned.filter(isOld) };
  });
  for (const { id } of given)
    await recordFailure(deps, id, `no mail server accepted it for ${triedForDays} days`);
  if (retried > 0) log.error({ emails: retried }, 'emails could not be sent for hours and are being retried');
}
