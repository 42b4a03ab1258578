/** What can go wrong with the book of credit where its triggers are away, each with the invariant that must find it. */
import { sql } from 'kysely';

/** A book of one movement, and what is done to it by hand. */
const damaged = (orderId: string, values: string) =>
  sql.raw(`do $$ begin
    alter table credit_movement disable trigger user;
    insert into app_user (id, email, first_name, last_name, user_name, phone, address, city, country)
      values ('usr_x', 'book-of-${orderId.toLowerCase().replaceAll('_', '-')}@example.com', '', '', '', '', '', '', '');
    insert into credit_account (id, user_id, opened_at) values ('crd_x', 'usr_x', now());
    insert into credit_movement (account_id, number, key, reason, from_account, to_account, amount_cents, approved_after, available_after, hold_after,
      owed_after, rule, made_at)
    select 'crd_x', made.*, 'by hand', now() from (values ${values}) made;
  end $$`);

export const damagesOfCredit: [string, string, (orderId: string) => ReturnType<typeof sql>][] = [
  [
    'a limit that nobody has granted',
    'I1 what is carried is the sum of the movements, which sum to zero over the four accounts',
    (id) => damaged(id, `(1, 'k1', 'approved', 'limit', 'available', 500, 600, 600, 0, 0)`),
  ],
  [
    'a movement that is gone',
    'I1 the movements of an account are numbered without a gap',
    (id) => damaged(id, `(2, 'k1', 'approved', 'limit', 'available', 500, 500, 500, 0, 0)`),
  ],
  [
    'a purchase of more than there was',
    'I2 nothing was bought with credit that was not there',
    (id) =>
      damaged(
        id,
        `(1, 'k1', 'approved', 'limit', 'available', 500, 500, 500, 0, 0), (2, 'k2', 'purchased', 'available', 'hold', 600, 500, -100, 600, 0)`,
      ),
  ],
];
