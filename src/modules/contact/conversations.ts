/**
 * Staff actions on a message. Each names the conversation version it was based on, so two staff members
 * cannot answer the same message unaware of each other. Replies to an answer go to the operator's mailbox,
 * not back into the shop.
 */
import { DomainError } from '#kernel/errors.ts';
import { fillPlaces } from '#kernel/answer-places.ts';
import { freshId } from '#kernel/ids.ts';
import { isStaff, mayDo } from '#kernel/permissions.ts';
import * as users from '#modules/accounts/people/store.ts';
import { contactAnswerEmail } from '#modules/mail/emails/contact.ts';
import { type SenderDeps, senderOf } from '#modules/mail/sender.ts';
import * as mail from '#modules/mail/service.ts';
import * as audit from '#platform/audit.ts';
import { assertUnchanged } from '#platform/changed-meanwhile.ts';
import type { Tx } from '#platform/database.ts';
import type { Deps } from '#modules/shared/deps.ts';
import { onlyEnglish } from '#platform/languages/languages.ts';
import type { Person } from '#platform/mount.ts';
import * as store from './conversation-store.ts';
import { release } from './service.ts';

type ActDeps = SenderDeps & Pick<Deps, 'clock' | 'keys' | 'jobs' | 'languages'>;

const mayBeAnswered = ({ state }: Pick<store.Conversation, 'state'>): boolean =>
  state === 'open' || state === 'closed';

type Answer = { messageId: string; pressKey: string; text: string; close: boolean; version: number };

/**
 * Stores an answer; `sendAnswerIn` sends it. Returns its id, or null for a repeated request. Throws
 * `not_found`, `message_held_back` and `changed_meanwhile`.
 */
export async function writeAnswerIn(
  tx: Tx,
  deps: ActDeps,
  caller: Person,
  answer: Answer,
): Promise<string | null> {
  const { messageId, pressKey, close: closes } = answer;
  const now = deps.clock.now();
  const found = await store.lock(tx, messageId);
  const text = fillPlaces(answer.text, found);
  const id = freshId('ans');
  if (
    !(await store.insertAnswer(tx, { id, messageId, authorId: caller.userId, pressKey, text, closes, now }))
  )
    return null;
  assertUnchanged(found, answer.version);
  if (!mayBeAnswered(found)) throw new DomainError('message_held_back');
  await store.update(tx, messageId, {}, { at: now, by: caller.userId });
  await audit.recordStaffAct(tx, deps, caller, {
    action: 'message_answered',
    object: messageId,
    after: { text, closes },
    detail: { answer: id },
  });
  return id;
}

/**
 * Emails an answer, and closes the conversation if the answer says so. Idempotent. Throws `not_found` and
 * `message_held_back`.
 */
export async function sendAnswerIn(tx: Tx, deps: ActDeps, caller: Person, answerId: string): Promise<void> {
  const answer = await store.findAnswer(tx, answerId);
  if (answer === null) throw new DomainError('not_found', 'This message no longer exists');
  const message = await store.lock(tx, answer.messageId);
  if (answer.isSent) return;
  if (!mayBeAnswered(message)) throw new DomainError('message_held_back');
  const { languages = onlyEnglish, clock } = deps;
  const sender = senderOf(deps);
  const mailId = await mail.queue(tx, deps, {
    kind: 'contact_answer',
    orderId: null,
    contactMessageId: message.id,
    to: message.email,
    replyTo: sender.company.email,
    email: contactAnswerEmail({
      ...message,
      answer: answer.text,
      ...sender,
      language: languages.find(message.language),
    }),
  });
  const now = clock.now();
  await store.markAnswered(tx, answerId, mailId, now);
  if (!answer.closes || message.state === 'closed') return;
  await store.update(tx, message.id, { state: 'closed' }, { at: now, by: caller.userId });
  await audit.record(tx, deps, moved(caller, message, 'closed'));
}

const moved = (caller: Person, { id, state }: store.Conversation, to: store.State): audit.AuditEntry => ({
  actorId: caller.userId,
  action:
    to === 'closed'
      ? 'message_closed'
      : to === 'spam'
        ? 'message_called_spam'
        : state === 'closed'
          ? 'message_opened_again'
          : 'message_released',
  object: id,
  before: { state },
  after: { state: to },
  isStored: true,
});

/**
 * Closes or reopens a conversation, or marks it as spam. A held-back message is forwarded and acknowledged
 * the first time it is marked as genuine, and only then. Throws `not_found` and `changed_meanwhile`.
 */
export async function moveMessageIn(
  tx: Tx,
  deps: ActDeps,
  caller: Person,
  id: string,
  to: Exclude<store.State, 'held_back'>,
  version: number,
) {
  const found = await store.lock(tx, id, version);
  if (found.state === to) throw new DomainError('changed_meanwhile');
  const isReleased = to !== 'spam' && found.suspectedBecause !== null && found.releasedAt === null;
  const acknowledged = isReleased && (await release(tx, deps, found));
  const at = deps.clock.now();
  const released = isReleased ? { releasedAt: at, acknowledged } : {};
  await store.update(tx, id, { state: to, ...released }, { at, by: caller.userId });
  await audit.record(tx, deps, moved(caller, found, to));
}

/**
 * Null removes the assignment. Throws `not_found`, `changed_meanwhile`, and `invalid_request` for a person
 * who may not answer messages.
 */
export async function assignMessageIn(
  tx: Tx,
  deps: ActDeps,
  caller: Person,
  id: string,
  to: string | null,
  version: number,
): Promise<void> {
  const { assignedTo } = await store.lock(tx, id, version);
  const person = to === null ? null : await users.find(tx, to);
  if (person !== null && !mayAnswer(person))
    throw new DomainError('invalid_request', 'Choose someone who can reply to messages');
  await store.update(tx, id, { assignedTo: to }, { at: deps.clock.now(), by: caller.userId });
  await audit.recordStaffAct(tx, deps, caller, {
    action: to === null ? 'message_given_up' : 'message_assigned',
    object: id,
    before: { to: assignedTo },
    after: { to },
  });
}

const mayAnswer = (person: users.User | undefined): boolean =>
  person !== undefined &&
  isStaff(person.role) &&
  mayDo(person.role, 'messages.write') &&
  person.disabled_at === null &&
  person.deleted_at === null;
