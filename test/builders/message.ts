/** Sends a message through the contact form's endpoint. */
import { contract } from '#contract/contract.ts';
import { randomUUID } from 'node:crypto';
import type { Shop } from './shop.ts';

type Written = {
  firstName?: string;
  lastName?: string;
  email?: string;
  message?: string;
  country?: string;
  website?: string | undefined;
};

/**
 * `website` is the honeypot field. The form leaves it empty, an API client leaves it undefined, and a bot
 * fills it in.
 */
export async function aMessage(shop: Shop, written: Written = {}): Promise<{ id: string; email: string }> {
  const email = written.email ?? `sender.${randomUUID()}@example.com`;
  const { website, ...fields } = { website: '', ...written };
  await shop.call(contract.createContact, {
    body: {
      ...{
        firstName: 'Kofi',
        lastName: 'Mensah',
        contact: '+233 20 123 4567',
        country: 'GH',
        message: `Can you help? ${randomUUID()}`,
      },
      ...fields,
      ...(website === undefined ? {} : { website }),
      email,
    },
  });
  const { id } = await shop.db
    .selectFrom('contact_message')
    .select('id')
    .where('email', '=', email)
    .orderBy('received_at', 'desc')
    .executeTakeFirstOrThrow();
  return { id, email };
}
