/** The texts of messages and templates that staff see: where they are stored and which screens show them. */
import type { Field, Places, Texts } from '#e2e/console-fields.ts';
import type { Shop } from '#e2e/story.ts';
import { freshId } from '#kernel/ids.ts';

/** Creates a message from the contact form, with an answer and notes. */
export async function messageAndTemplate(
  db: Shop['db'],
  staff: string,
): Promise<Pick<Places, 'message' | 'template'>> {
  const [message, template, now] = [freshId('msg'), freshId('tpl'), new Date()];
  const sender = {
    first_name: 'x',
    last_name: 'x',
    email: 'x',
    contact: 'x',
    country: 'GH',
    message: 'x',
    sms_consent: false,
  };
  await db
    .insertInto('contact_message')
    .values({ id: message, ...sender, fingerprint: message, received_at: now, acknowledged: false })
    .execute();
  const answer = {
    id: freshId('ans'),
    message_id: message,
    author_id: staff,
    press_key: message,
    text: 'x',
    closes: true,
    written_at: now,
  };
  await db.insertInto('contact_answer').values(answer).execute();
  const note = {
    id: freshId('note'),
    about_kind: 'message' as const,
    about_id: message,
    text: 'x',
    author_id: staff,
    created_at: now,
  };
  await db.insertInto('staff_note').values(note).execute();
  await db
    .insertInto('answer_template')
    .values({ id: template, name: template, text: 'x', created_at: now, changed_by: staff })
    .execute();
  return { message, template };
}

export async function writeMessages({ db }: Shop, at: Places, t: Texts): Promise<void> {
  const sender = {
    first_name: t.senderFirst,
    last_name: t.senderLast,
    email: t.senderEmail,
    contact: t.senderPhone,
  };
  await db
    .updateTable('contact_message')
    .set({ ...sender, message: t.messageText, received_at: new Date() })
    .where('id', '=', at.message)
    .execute();
  await db
    .updateTable('contact_answer')
    .set({ text: t.answerText })
    .where('message_id', '=', at.message)
    .execute();
  await db
    .updateTable('staff_note')
    .set({ text: t.messageNote })
    .where('about_id', '=', at.message)
    .execute();
  await db
    .updateTable('answer_template')
    .set({ name: t.templateName, text: t.templateText })
    .where('id', '=', at.template)
    .execute();
}

const ofSender: Field[] = ['senderFirst', 'senderLast'];

export const screensOfMessages = (
  at: Pick<Places, 'message' | 'template'>,
): [path: string, shows: Field[]][] => [
  ['/messages', [...ofSender, 'messageText']],
  [
    `/messages/${at.message}`,
    [...ofSender, 'senderEmail', 'senderPhone', 'messageText', 'answerText', 'messageNote'],
  ],
  ['/messages/templates', ['templateName']],
  [`/messages/templates/${at.template}`, ['templateName', 'templateText']],
];
