/**
 * Seeds the demo conversations: the contact form's service receives them and the team answers, at times of
 * the last days. Safe to repeat: a shop that already has messages gets none.
 */
import { randomUUID } from 'node:crypto';
import { type DemoMessage, demoMessages, demoTemplates } from '#db/seeds/messages.ts';
import { type StaffPerson, staffPeople } from '#db/seeds/staff-people.ts';
import { moveMessageIn, sendAnswerIn, writeAnswerIn } from '#modules/contact/conversations.ts';
import { receive } from '#modules/contact/service.ts';
import { createTemplate } from '#modules/contact/templates.ts';
import type { Deps } from '#modules/shared/deps.ts';
import type { Person } from '#platform/mount.ts';

const hourMs = 3_600_000;

/** Requires the demo staff. */
export async function seedMessages(deps: Deps): Promise<void> {
  const existing = await deps.db.selectFrom('contact_message').select('id').limit(1).executeTakeFirst();
  const support = staffPeople.find(({ role }) => role === 'support');
  if (existing !== undefined || support === undefined) return;
  const today = deps.clock.now().getTime();
  const caller = callerOf(support);
  const at = (hoursAgo: number): Deps => ({
    ...deps,
    clock: { now: () => new Date(today - hoursAgo * hourMs) },
  });
  for (const template of demoTemplates) await createTemplate(at(100), caller, template);
  for (const message of demoMessages) await seedConversation(at, caller, message);
}

async function seedConversation(
  at: (hoursAgo: number) => Deps,
  caller: Person,
  { hoursAgo, from, answer, isSpam, ...sent }: DemoMessage,
) {
  const deps = at(hoursAgo);
  await receive(deps, { ...from, ...sent, smsConsent: false });
  const { id, version } = await deps.db
    .selectFrom('contact_message')
    .select(['id', 'version'])
    .where('email', '=', from.email)
    .executeTakeFirstOrThrow();
  await deps.db.transaction().execute(async (tx) => {
    if (isSpam) await moveMessageIn(tx, at(hoursAgo - 1), caller, id, 'spam', version);
    if (answer === undefined) return;
    const then = at(answer.hoursAgo);
    const { text, closes: close } = answer;
    const answerId = await writeAnswerIn(tx, then, caller, {
      messageId: id,
      pressKey: randomUUID(),
      text,
      close,
      version,
    });
    if (answerId !== null) await sendAnswerIn(tx, then, caller, answerId);
  });
}

const callerOf = ({ id, email, role }: StaffPerson): Person => ({
  ...{
    kind: 'person',
    userId: id,
    email,
    sessionId: 'ses_of_the_demonstration',
    role,
    actor: null,
    hasSecondFactor: true,
  },
});
