/** SQL for what staff do with messages: state, assignment, and answers. */
import type { ContactMessage } from '#db/types.ts';
import { DomainError } from '#kernel/errors.ts';
import type { Tx } from '#platform/database.ts';
import { editable } from '#platform/editable.ts';
import type { Selectable } from 'kysely';
import type { HeldBack } from './store.ts';

export type State = Selectable<ContactMessage>['state'];
export type Conversation = HeldBack & {
  state: State;
  assignedTo: string | null;
  version: number;
  changedAt: Date | null;
  /** Their name. */
  changedBy: string | null;
  releasedAt: Date | null;
};

const conversations = editable('contact_message', {
  state: 'state',
  assignedTo: 'assigned_to',
  releasedAt: 'released_at',
  acknowledged: 'acknowledged',
});

async function find(tx: Tx, id: string): Promise<Conversation | null> {
  const row = await tx.selectFrom('contact_message').selectAll().where('id', '=', id).executeTakeFirst();
  if (row === undefined) return null;
  const { state, version, email, contact, country, message, language } = row;
  return {
    ...{ id, state, version, email, contact, country, message, language },
    firstName: row.first_name,
    lastName: row.last_name,
    smsConsent: row.sms_consent,
    suspectedBecause: row.suspected_because,
    receivedAt: row.received_at,
    releasedAt: row.released_at,
    assignedTo: row.assigned_to,
    changedAt: row.changed_at,
    changedBy: row.changed_by === null ? null : await nameOf(tx, row.changed_by),
  };
}

async function nameOf(tx: Tx, userId: string): Promise<string> {
  const row = await tx
    .selectFrom('app_user')
    .select(['first_name', 'last_name'])
    .where('id', '=', userId)
    .executeTakeFirst();
  return `${row?.first_name ?? ''} ${row?.last_name ?? ''}`.trim();
}

/** Throws `not_found` and `changed_meanwhile`. */
export const lock = conversations.locking(find, () => new DomainError('not_found', 'Message not found'));

/** Every change increments the version. */
export const { update } = conversations;

export type NewAnswer = {
  id: string;
  messageId: string;
  authorId: string;
  pressKey: string;
  text: string;
  closes: boolean;
  now: Date;
};

/** Returns false if this request has already created an answer. */
export async function insertAnswer(tx: Tx, answer: NewAnswer): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await tx
    .insertInto('contact_answer')
    .values({
      id: answer.id,
      message_id: answer.messageId,
      author_id: answer.authorId,
      press_key: answer.pressKey,
      text: answer.text,
      closes: answer.closes,
      written_at: answer.now,
    })
    .onConflict((conflict) => conflict.columns(['author_id', 'press_key']).doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
}

export type WaitingAnswer = { messageId: string; text: string; closes: boolean; isSent: boolean };

export async function findAnswer(tx: Tx, id: string): Promise<WaitingAnswer | null> {
  const row = await tx.selectFrom('contact_answer').selectAll().where('id', '=', id).executeTakeFirst();
  return row === undefined
    ? null
    : { messageId: row.message_id, text: row.text, closes: row.closes, isSent: row.sent_at !== null };
}

export async function markAnswered(tx: Tx, id: string, mailId: string, now: Date): Promise<void> {
  await tx
    .updateTable('contact_answer')
    .set({ mail_id: mailId, sent_at: now })
    .where('id', '=', id)
    .execute();
}
