/** Valid requests for messages and answer templates. Each act gets its own message. */
import { freshId } from '#kernel/ids.ts';
import { aMessage } from '#test/builders/message.ts';
import type { Shop } from '#test/builders/shop.ts';
import type { StaffSample } from './staff-samples.ts';

export function messageSamples(shop: () => Shop): Record<string, StaffSample> {
  const message = async (): Promise<{ params: { id: string } }> => ({
    params: { id: (await aMessage(shop())).id },
  });
  const template = async (): Promise<{ params: { id: string } }> => {
    const id = freshId('tpl');
    const { db, deps } = shop();
    const { id: by } = await db
      .selectFrom('app_user')
      .select('id')
      .where('role', '=', 'owner')
      .executeTakeFirstOrThrow();
    await db
      .insertInto('answer_template')
      .values({ id, name: id, text: 'Hello {firstName}', created_at: deps.clock.now(), changed_by: by })
      .execute();
    return { params: { id } };
  };
  return {
    staffListMessages: () => ({
      query: { view: 'mine', sort: 'oldest', email: 'kofi@accra.example', from: '2026-01-01' },
    }),
    staffReadMessage: message,
    staffAnswerMessage: async () => ({
      ...(await message()),
      body: { text: 'Yes, we can', close: true, version: 0 },
    }),
    staffNoteOnMessage: async () => ({ ...(await message()), body: { text: 'Asked by telephone, too' } }),
    staffAssignMessage: async () => ({ ...(await message()), body: { to: null, version: 0 } }),
    staffMoveMessage: async () => ({ ...(await message()), body: { state: 'spam', version: 0 } }),
    staffCreateTemplate: () => ({ body: { name: freshId('tpl'), text: 'Hello {firstName}' } }),
    staffEditTemplate: async () => ({
      ...(await template()),
      body: { name: freshId('tpl'), text: 'Hello {lastName}', version: 0 },
    }),
    staffDeleteTemplate: template,
  };
}
