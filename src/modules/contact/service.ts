/**
 * Receives contact messages. One transaction stores the message and its consents and queues the emails to the
 * operator and the sender; they are sent afterward. The response is the same for suspected senders. Path of a
 * message: this file, `conversations.ts`, and eight seconds after an answer `admin/bulk`.
 */
import { createHash } from 'node:crypto';
import { type ConsentKind, consentText } from '#content/consents.ts';
import { freshId } from '#kernel/ids.ts';
import { retentionOf } from '#kernel/retention.ts';
import { storedPhone } from '#kernel/phone-numbers.ts';
import type * as contract from '#contract/contacts.ts';
import type { Handled, Received } from '#contract/endpoint.ts';
import { deleteEmailsOfMessages } from '#modules/mail/clean-up.ts';
import { contactMessageEmail, contactReceivedEmail } from '#modules/mail/emails/contact.ts';
import { type SenderDeps, senderOf } from '#modules/mail/sender.ts';
import * as mail from '#modules/mail/service.ts';
import type { Tx } from '#platform/database.ts';
import type { Deps } from '#modules/shared/deps.ts';
import { onlyEnglish } from '#platform/languages/languages.ts';
import { currentRequest } from '#platform/request-context.ts';
import { acknowledgementsADay, sameWithinMs, suspicionOf } from './rules.ts';
import * as store from './store.ts';

type ContactDeps = SenderDeps & Pick<Deps, 'db' | 'jobs' | 'clock' | 'log' | 'languages'>;
type Sent = Received<typeof contract.createContact>['body'];
type Message = Pick<
  Sent,
  'firstName' | 'lastName' | 'email' | 'contact' | 'country' | 'message' | 'smsConsent'
> & {
  language?: string | null | undefined;
};

const dayMs = 86_400_000;
const received = { received: true } as const;

/**
 * Throws `phone_invalid`. Idempotent: identical messages from one sender within ten minutes are one message.
 */
export const receive = async (
  deps: ContactDeps,
  sent: Sent,
): Promise<Handled<typeof contract.createContact>> => {
  const message = { ...sent, contact: storedPhone(sent.contact, sent.country) };
  return deps.db.transaction().execute(async (tx) => {
    const now = deps.clock.now();
    const fingerprint = fingerprintOf(message);
    await store.lockAddress(tx, message.email);
    if (
      await store.hasSame(tx, {
        email: message.email,
        fingerprint,
        since: new Date(now.getTime() - sameWithinMs),
      })
    )
      return received;
    const suspectedBecause = suspicionOf(message);
    const id = freshId('msg');
    // A sender without our form has not agreed to its terms, so no consent is recorded, even if the body
    // contains one.
    const fromForm = message.website !== undefined;
    const taken = { ...message, smsConsent: fromForm && message.smsConsent };
    const acknowledged =
      fromForm && suspectedBecause === null && (await mayAcknowledge(tx, deps, message.email, now));
    const language = message.language ?? null;
    await store.insertMessage(tx, {
      ...taken,
      id,
      suspectedBecause,
      fingerprint,
      language,
      now,
      acknowledged,
    });
    if (suspectedBecause !== null) {
      deps.log.info(
        { message: id, suspectedBecause },
        'a contact message looks automated and was not emailed',
      );
      return received;
    }
    if (fromForm) await recordConsents(tx, { id, message: taken, now });
    await writeEmails(tx, deps, { id, message: taken, receivedAt: now, acknowledged });
    return received;
  });
};

/** Filling the hidden field means that the form was used; only a program that advertises did not use it. */
const cameFromForm = ({ suspectedBecause }: store.HeldBack): boolean => suspectedBecause !== 'links';

/**
 * Does for a held-back message what was skipped on arrival: its consents, and the emails to the operator and
 * the sender. Returns whether the sender gets an email. The caller has locked the message and ensures that
 * this happens once.
 */
export async function release(tx: Tx, deps: WritingDeps, message: store.HeldBack): Promise<boolean> {
  const { id, receivedAt } = message;
  await store.lockAddress(tx, message.email);
  const acknowledged =
    cameFromForm(message) && (await mayAcknowledge(tx, deps, message.email, deps.clock.now()));
  if (cameFromForm(message)) await recordConsents(tx, { id, message, now: receivedAt });
  await writeEmails(tx, deps, { id, message, receivedAt, acknowledged });
  return acknowledged;
}

/** Covers everything a reader sees, so that a corrected message is a new one. */
const fingerprintOf = ({
  firstName,
  lastName,
  email,
  contact,
  country,
  message,
  smsConsent,
}: Message): string =>
  createHash('sha256')
    .update(JSON.stringify([firstName, lastName, email.toLowerCase(), contact, country, message, smsConsent]))
    .digest('base64url');

/**
 * Never to ourselves, and rarely to one address, because its owner may not be the sender. Programs get no
 * acknowledgment.
 */
const mayAcknowledge = async (
  tx: Tx,
  { settings }: Pick<Deps, 'settings'>,
  email: string,
  now: Date,
): Promise<boolean> =>
  email.toLowerCase() !== settings.current().company.email.toLowerCase() &&
  (await store.countAcknowledged(tx, email, new Date(now.getTime() - dayMs))) < acknowledgementsADay;

type Given = { id: string; message: Message; now: Date };

/** The form requires the first consent, so a message implies it; the second has a separate checkbox. */
async function recordConsents(tx: Tx, { id, message, now }: Given): Promise<void> {
  const kinds: ConsentKind[] = [
    'terms_and_privacy',
    ...(message.smsConsent ? (['text_messages'] as const) : []),
  ];
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
      // Proof of consent; not needed for anything else.
      clientAddress: kind === 'text_messages' ? (currentRequest()?.client ?? null) : null,
      now,
    });
  }
}

type Outcome = { id: string; message: Message; receivedAt: Date; acknowledged: boolean };

type WritingDeps = SenderDeps & Pick<ContactDeps, 'jobs' | 'clock' | 'languages'>;

async function writeEmails(
  tx: Tx,
  deps: WritingDeps,
  { id, message, receivedAt, acknowledged }: Outcome,
): Promise<void> {
  const { languages = onlyEnglish } = deps;
  const sender = senderOf(deps);
  await mail.queue(tx, deps, {
    kind: 'contact_message',
    orderId: null,
    contactMessageId: id,
    to: sender.company.email,
    replyTo: message.email,
    email: contactMessageEmail({ ...message, receivedAt, ...sender }),
  });
  if (acknowledged)
    await mail.queue(tx, deps, {
      kind: 'contact_received',
      orderId: null,
      contactMessageId: id,
      to: message.email,
      email: contactReceivedEmail({ ...sender, language: languages.find(message.language) }),
    });
}

export type DeletedMessages = {
  messages: number;
  suspected: number;
  contactEmails: number;
  consents: number;
};

/** Deletes what the privacy policy promises. Idempotent and safe to interrupt. */
export async function deleteOldMessages({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<DeletedMessages> {
  const before = (days: number): Date => new Date(clock.now().getTime() - days * dayMs);
  return {
    messages: await store.deleteMessages(db, { before: before(retentionOf.messageDays), machines: false }),
    suspected: await store.deleteMessages(db, {
      before: before(retentionOf.suspectedMessageDays),
      machines: true,
    }),
    contactEmails: await deleteEmailsOfMessages(db, before(retentionOf.messageDays)),
    consents: await store.deleteConsents(db, before(retentionOf.consentDays)),
  };
}
