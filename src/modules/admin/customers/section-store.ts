/** SQL for the sections of a customer. Each query reads only what its section shows. */
import { isRepeatable } from '#modules/mail/store.ts';
import type { Database } from '#platform/database.ts';
import { sql } from 'kysely';

export const newest = 50;

/** Emails to an address, newest first. `repeatable` selects what `sendAgain` of the mail module accepts. */
export const emailsTo = (db: Database, email: string) =>
  db
    .selectFrom('mail')
    .select(['id', 'kind', 'subject', 'created_at', 'sent_at', 'failed_at'])
    .select(isRepeatable.as('repeatable'))
    .where(({ fn }) => fn<string>('lower', ['to_address']), '=', email)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(newest)
    .execute();

export type CartRow = {
  id: string;
  status: 'pending' | 'abandoned' | 'recovered' | 'completed' | 'lost';
  updated_at: Date;
  items: string[];
};

export const cartsOf = async (db: Database, userId: string): Promise<CartRow[]> =>
  (
    await sql<CartRow>`
      select id, status, updated_at,
        coalesce((select json_agg(name order by cart_item.position) from cart_item join product on product.id = product_id where cart_id = cart.id), '[]') as items
      from cart where user_id = ${userId} order by updated_at desc, id limit ${newest}`.execute(db)
  ).rows;

export type ConsentRow = {
  id: string;
  kind: 'terms_and_privacy' | 'text_messages' | 'credit_terms' | 'autopay' | 'reporting' | 'renewal';
  version: string | null;
  text: string | null;
  given_at: Date;
  withdrawn_at: Date | null;
  about: string | null;
};

/** Contact form consents by address; credit, reporting, and renewal consents by account. Newest first. */
export const consentsOf = async (
  db: Database,
  { userId, email }: { userId: string; email: string },
): Promise<ConsentRow[]> =>
  (
    await sql<ConsentRow>`
      select 'contact-' || consent.id as id, consent.kind, consent.version, text, given_at, null::timestamptz as withdrawn_at, null as about
      from consent join consent_text on consent_text.kind = consent.kind and consent_text.version = consent.version
      where lower(email) = ${email}
      union all
      select 'credit-' || credit_consent.id, kind, version, text, given_at, null, null
      from credit_consent join consent_text using (kind, version) where user_id = ${userId}
      union all
      select 'reporting-' || id, 'reporting', terms_version, null, agreed_at, withdrawn_at, null from reporting_consent where user_id = ${userId}
      union all
      select subscription.id, 'renewal', terms_version, null, terms_agreed_at, null, name
      from subscription join shop_order on shop_order.id = order_id where user_id = ${userId} and terms_agreed_at is not null
      order by given_at desc, id limit ${newest}`.execute(db)
  ).rows;
