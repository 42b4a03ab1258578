/** One message as the console shows it, and staff actions on it. */
import type * as contract from '#contract/admin/messages.ts';
import type { Handled, Received } from '#contract/endpoint.ts';
import { DomainError } from '#kernel/errors.ts';
import { freshId } from '#kernel/ids.ts';
import { english } from '#kernel/language.ts';
import { spelledPhone } from '#kernel/phone-numbers.ts';
import { mayDo, staffRoles } from '#kernel/permissions.ts';
import { beginBulkActIn } from '#modules/admin/bulk/service.ts';
import * as notes from '#modules/admin/orders/note-store.ts';
import * as acts from '#modules/contact/conversations.ts';
import * as audit from '#platform/audit.ts';
import type { Tx } from '#platform/database.ts';
import type { Deps } from '#modules/shared/deps.ts';
import type { Person } from '#platform/mount.ts';
import * as store from './answer-store.ts';
import { rowsOf } from './list.ts';

type Wire = Handled<typeof contract.staffReadMessage>;
type Delivery = Wire['emails'][number]['delivery'];

/** Throws `not_found`. */
export async function readMessage(
  { db, settings }: Pick<Deps, 'db' | 'settings'>,
  { role }: Person,
  id: string,
): Promise<Wire> {
  const message = await store.messageOf(db, id);
  const [row] = await rowsOf(db, [id]);
  if (message === undefined || row === undefined) throw new DomainError('not_found', 'Message not found');
  const [replies, emails, notesOf, done, consents, customer, others, team] = await Promise.all([
    store.answersOf(db, id),
    store.emailsOf(db, id),
    notes.notesOf(db, { kind: 'message', id }),
    store.actsOf(db, id),
    store.consentsOf(db, id),
    store.customerOf(db, message.email),
    store.countOthers(db, id, message.email),
    mayDo(role, 'messages.write')
      ? store.teamOf(
          db,
          staffRoles.filter((role) => mayDo(role, 'messages.write')),
        )
      : [],
  ]);
  const { version, first_name: firstName, last_name: lastName, suspected_because: heldBackBecause } = message;
  return {
    ...row,
    ...{ firstName, lastName, version, heldBackBecause, consents, others, team },
    message: message.message,
    contact: spelledPhone(message.contact),
    changed: message.changed_at && { at: message.changed_at.toISOString(), by: message.changed_name || null },
    language: message.language ?? english.code,
    smsConsent: message.sms_consent,
    releasedAt: message.released_at?.toISOString() ?? null,
    customer: customer ?? null,
    answersArriveAt: settings.current().company.email,
    said: replies.map(toAnswer),
    emails: emails.map(({ created_at: at, to_address: to, kind, subject, id: mailId, ...state }) => ({
      ...{ id: mailId, kind, to, subject, at: at.toISOString(), delivery: deliveryOf(state) },
    })),
    notes: notesOf.map(({ id: noteId, text, created_at: at, first_name: first, last_name: last }) => ({
      ...{ id: noteId, text, at: at.toISOString(), by: `${first} ${last}`.trim() },
    })),
    acts: done.map(({ id: actId, action, at, by }) => ({
      id: String(actId),
      what: action,
      at: at.toISOString(),
      by,
    })),
  };
}

function deliveryOf({ sent_at: sent, failed_at: failed, problem }: store.MailState): Delivery {
  const at = sent ?? failed;
  const state = sent !== null ? 'sent' : failed !== null ? 'given_up' : 'waiting';
  return { state, at: at?.toISOString() ?? null, problem: problem ?? '' };
}

/** When its email has been deleted, the answer was sent long ago. */
function toAnswer(row: Awaited<ReturnType<typeof store.answersOf>>[number]): Wire['said'][number] {
  const { id, text, written_at: at, author_id: author, by, closes, written, mail_id: mailId } = row;
  const state = written !== null ? 'written' : row.is_on_its_way ? 'undoable' : 'taken_back';
  const deletedDelivery: Delivery = { state: 'gone', at: written?.toISOString() ?? null, problem: '' };
  const delivery = written === null ? null : mailId === null ? deletedDelivery : deliveryOf(row);
  return { id, text, closes, state, delivery, at: at.toISOString(), by: { id: author, name: by } };
}

type Act = (tx: Tx, deps: Omit<Deps, 'db'>, caller: Person, id: string) => Promise<unknown>;

/** Runs the action and returns the updated message. */
async function runAct(deps: Deps, caller: Person, id: string, act: Act): Promise<Wire> {
  const { db, ...others } = deps;
  await db.transaction().execute((tx) => act(tx, others, caller, id));
  return readMessage(deps, caller, id);
}

type Answering = Received<typeof contract.staffAnswerMessage>;

/** The email is sent after eight seconds unless the act is stopped. Throws the errors of `writeAnswerIn`. */
export const answerMessage = (
  deps: Deps,
  caller: Person,
  { params, headers, body }: Answering,
): Promise<Wire> =>
  runAct(deps, caller, params.id, async (tx, actDeps) => {
    const pressKey = headers['idempotency-key'];
    const answerId = await acts.writeAnswerIn(tx, actDeps, caller, {
      messageId: params.id,
      pressKey,
      ...body,
    });
    if (answerId !== null)
      await beginBulkActIn(tx, actDeps, caller, { kind: 'send_answer', pressKey, ids: [answerId] });
  });

/** Throws `not_found`. */
export const noteOnMessage = (deps: Deps, caller: Person, messageId: string, text: string): Promise<Wire> =>
  runAct(deps, caller, messageId, async (tx, actDeps, _caller, id) => {
    if ((await store.messageOf(deps.db, id)) === undefined)
      throw new DomainError('not_found', 'Message not found');
    await notes.insert(tx, {
      id: freshId('note'),
      about: { kind: 'message', id },
      text,
      authorId: caller.userId,
      now: actDeps.clock.now(),
    });
    await audit.recordStaffAct(tx, actDeps, caller, {
      action: 'note_written',
      object: id,
      after: { text },
    });
  });

export const moveMessage = (
  deps: Deps,
  caller: Person,
  id: string,
  { state, version }: Received<typeof contract.staffMoveMessage>['body'],
) => runAct(deps, caller, id, (tx, actDeps) => acts.moveMessageIn(tx, actDeps, caller, id, state, version));

export const assignMessage = (
  deps: Deps,
  caller: Person,
  id: string,
  { to, version }: Received<typeof contract.staffAssignMessage>['body'],
) => runAct(deps, caller, id, (tx, actDeps) => acts.assignMessageIn(tx, actDeps, caller, id, to, version));
