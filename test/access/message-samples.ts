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
    staffReadMessage: message,
    staffAnswerMessage: message,
    staffNoteOnMessage: message,
    staffAssignMessage: message,
    staffMoveMessage: async () => ({ ...(await message()), body: { state: 'spam', version: 0 } }),
    staffEditTemplate: template,
    staffDeleteTemplate: template,
  };
}
