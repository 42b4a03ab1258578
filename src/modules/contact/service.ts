/**
 * What becomes of a message: it is kept, its consents are written down, it goes to the operator and its sender is told so.
 * One transaction; the emails leave after it. Whoever sends it gets the same answer, whatever we think of the sender.
 */
import { createHash } from 'node:crypto';
import { type ConsentKind, consentText } from '#kernel/consents.ts';
import { freshId } from '#kernel/ids.ts';
import { retentionOf } from '#kernel/retention.ts';
import { storedPhone } from '#kernel/phone-numbers.ts';
import { site } from '#kernel/site.ts';
import type * as contract from '#contract/contacts.ts';
import type { Handled, Received } from '#contract/endpoint.ts';
import { deleteEmailsOfMessages } from '#modules/mail/clean-up.ts';
import { contactMessageEmail, contactReceivedEmail } from '#modules/mail/emails/contact.ts';
import * as mail from '#modules/mail/service.ts';
import type { Tx } from '#platform/database.ts';
import type { Deps } from '#platform/deps.ts';
import { onlyEnglish } from '#platform/languages/languages.ts';
import { currentRequest } from '#platform/request-context.ts';
import { acknowledgementsADay, sameWithinMs, suspicionOf } from './rules.ts';
import * as store from './store.ts';

type ContactDeps = Pick<Deps, 'db' | 'jobs' | 'clock' | 'log' | 'publicOrigin' | 'languages'>;
type Sent = Received<typeof contract.createContact>['body'];
type Message = Pick<Sent, 'firstName' | 'lastName' | 'email' | 'contact' | 'country' | 'message' | 'smsConsent'> & {
  language?: string | null | undefined;
};

const dayMs = 86_400_000;
const received = { received: true } as const;

/** Throws `phone_invalid`. Safe to repeat: the same words from the same sender within ten minutes are one message. */
export const receive = async (deps: ContactDeps, sent: Sent): Promise<Handled<typeof contract.createContact>> => {
  const message = { ...sent, contact: storedPhone(sent.contact, sent.country) };
  return deps.db.transaction().execute(async (tx) => {
    const now = deps.clock.now();
    const fingerprint = fingerprintOf(message);
    await store.lockAddress(tx, message.email);
    if (await store.hasSame(tx, { email: message.email, fingerprint, since: new Date(now.getTime() - sameWithinMs) })) return received;
    const suspectedBecause = suspicionOf(message);
    const id = freshId('msg');
    // Whoever did not see our form has agreed to nothing in it: no row of the ledger may say so, whatever the body says.
    const fromForm = message.website !== undefined;
    const taken = { ...message, smsConsent: fromForm && message.smsConsent };
    const acknowledged = fromForm && suspectedBecause === null && (await mayAcknowledge(tx, message.email, now));
    const language = message.language ?? null;
    await store.insertMessage(tx, { ...taken, id, suspectedBecause, fingerprint, language, now, acknowledged });
    if (suspectedBecause !== null) {
      deps.log.info({ message: id, suspectedBecause }, 'a message looks like a machine’s and was mailed to nobody');
      return received;
    }
    if (fromForm) await recordConsents(tx, { id, message: taken, now });
    await writeEmails(tx, deps, { id, message: taken, receivedAt: now, acknowledged });
    return received;
  });
};

/** Whoever filled the field that nobody sees had our form before them; only a program that advertises had not. */
const cameFromForm = ({ suspectedBecause }: store.HeldBack): boolean => suspectedBecause !== 'links';

/**
 * What a message that was held back would have brought about when it came: its consents, the email to the operator, and the one to its sender.
 * Answers whether its sender is written to. The caller has locked it, and sees to it that this happens once.
 */
export async function release(tx: Tx, deps: WritingDeps, message: store.HeldBack): Promise<boolean> {
  const { id, receivedAt } = message;
  await store.lockAddress(tx, message.email);
  const acknowledged = cameFromForm(message) && (await mayAcknowledge(tx, message.email, deps.clock.now()));
  if (cameFromForm(message)) await recordConsents(tx, { id, message, now: receivedAt });
  await writeEmails(tx, deps, { id, message, receivedAt, acknowledged });
  return acknowledged;
}

/** A fingerprint of all that a person reads in it, so that a corrected message is a new one. */
const fingerprintOf = ({ firstName, lastName, email, contact, country, message, smsConsent }: Message): string =>
  createHash('sha256')
    .update(JSON.stringify([firstName, lastName, email.toLowerCase(), contact, country, message, smsConsent]))
    .digest('base64url');

/** Never to ourselves, and never often to one address: it may belong to somebody who knows nothing of this. A program is never thanked. */
const mayAcknowledge = async (tx: Tx, email: string, now: Date): Promise<boolean> =>
  email.toLowerCase() !== site.email.toLowerCase() &&
  (await store.countAcknowledged(tx, email, new Date(now.getTime() - dayMs))) < acknowledgementsADay;

type Given = { id: string; message: Message; now: Date };

/** The form cannot be sent without the first consent, so a message implies it; the second is asked in a box of its own. */
async function recordConsents(tx: Tx, { id, message, now }: Given): Promise<void> {
  const kinds: ConsentKind[] = ['terms_and_privacy', ...(message.smsConsent ? (['text_messages'] as const) : [])];
  for (const kind of kinds) {
    const text = consentText(kind);
    await store.insertConsent(tx, {
      kind,
      text,
      version: createHash('sha256').update(text).digest('hex').slice(0, 12),
      page: '/contact-us',
      messageId: id,
      email: message.email,
      phone: message.contact,
      // Proof that it was agreed to; nothing else needs it.
      clientAddress: kind === 'text_messages' ? (currentRequest()?.client ?? null) : null,
      now,
    });
  }
}

type Outcome = { id: string; message: Message; receivedAt: Date; acknowledged: boolean };

type WritingDeps = Pick<ContactDeps, 'jobs' | 'clock' | 'publicOrigin' | 'languages'>;

async function writeEmails(tx: Tx, deps: WritingDeps, { id, message, receivedAt, acknowledged }: Outcome): Promise<void> {
  const { publicOrigin, languages = onlyEnglish } = deps;
  await mail.queue(tx, deps, {
    kind: 'contact_message',
    orderId: null,
    contactMessageId: id,
    to: site.email,
    replyTo: message.email,
    email: contactMessageEmail({ ...message, receivedAt, publicOrigin }),
  });
  if (acknowledged)
    await mail.queue(tx, deps, {
      kind: 'contact_received',
      orderId: null,
      contactMessageId: id,
      to: message.email,
      email: contactReceivedEmail({ publicOrigin, language: languages.find(message.language) }),
    });
}

export type Forgotten = { messages: number; suspected: number; contactEmails: number; consents: number };

/** What the privacy policy promises to delete. Safe to repeat and to break off. */
export async function forgetOld({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<Forgotten> {
  const before = (days: number): Date => new Date(clock.now().getTime() - days * dayMs);
  return {
    messages: await store.deleteMessages(db, { before: before(retentionOf.messageDays), machines: false }),
    suspected: await store.deleteMessages(db, { before: before(retentionOf.suspectedMessageDays), machines: true }),
    contactEmails: await deleteEmailsOfMessages(db, before(retentionOf.messageDays)),
    consents: await store.deleteConsents(db, before(retentionOf.consentDays)),
  };
}
