/** Contact messages for stories that do not start at the form. */
import { createContact } from '#contract/contacts.ts';
import { createClient } from '#contract/client.ts';
import type { Shop } from '#e2e/story.ts';
import { freshId } from '#kernel/ids.ts';
import { randomUUID } from 'node:crypto';

type Written = { firstName?: string; email?: string; message?: string; website?: string };

/** Sends a message as the form does. Returns its id. `website` is the honeypot field, filled in by a bot. */
export async function aMessageAt(shop: Shop, { website = '', ...written }: Written = {}): Promise<string> {
  const email = written.email ?? `sender.${randomUUID()}@example.com`;
  await createClient(fetch, shop.origin)(createContact, {
    body: {
      ...{
        firstName: 'Kofi',
        lastName: 'Mensah',
        contact: '+233 20 123 4567',
        country: 'GH',
        message: `Can you help? ${randomUUID()}`,
      },
      ...written,
      ...{ email, website },
    },
  });
  const { id } = await shop.db
    .selectFrom('contact_message')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  return id;
}

/** Creates a reply template. Returns its id. */
export async function aTemplate({ db }: Pick<Shop, 'db'>, by: string): Promise<string> {
  const id = freshId('tpl');
  const written = { name: `About ${id}`, text: 'Hello {firstName},\n\nan EIN takes some weeks.' };
  await db
    .insertInto('answer_template')
    .values({ id, ...written, created_at: new Date(), changed_by: by })
    .execute();
  return id;
}
