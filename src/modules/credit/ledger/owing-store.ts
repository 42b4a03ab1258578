/** SQL for what is owed on an account, invoice by invoice, as the book says. */
import { type Cents, cents } from '#kernel/money.ts';
import type { Database, Tx } from '#platform/database.ts';
import { bonusPromisedAt } from '#modules/settings/store.ts';
import { sql } from 'kysely';
import { endsBonus } from './rules.ts';

export type Owing = {
  invoiceId: string;
  number: string;
  orderId: string;
  dueOn: string;
  issuedAt: Date;
  amount: Cents;
  owed: Cents;
  hostedUrl: string | null;
  orderTotal: Cents;
  /** What was promised when its order was placed. */
  bonusBasisPoints: number;
  /** Something in the book of its order rules the bonus out, or it was given. */
  isBonusLost: boolean;
  /** How often a bank took back what it was paid with, or thought better of it. */
  reopened: number;
};

/** The invoices for which the book says that something is owed, the one that is due first at the beginning. */
export async function owingOf(db: Database | Tx, accountId: string): Promise<Owing[]> {
  const rows = await db
    .selectFrom('credit_movement')
    .innerJoin('invoice', 'invoice.id', 'credit_movement.invoice_id')
    .innerJoin('shop_order', 'shop_order.id', 'invoice.order_id')
    .select([
      'invoice.id',
      'invoice.number',
      'invoice.order_id',
      'due_on',
      'issued_at',
      'amount_cents',
      'hosted_url',
      'shop_order.total_cents',
      'reopened',
    ])
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom('credit_movement as entry')
            .select('entry.id')
            .whereRef('entry.order_id', '=', 'invoice.order_id')
            .where((or) => or.or([or('entry.kind', 'in', endsBonus), sql<boolean>`(entry.inputs ->> 'onTime')::boolean = false`])),
        )
        .as('bonus_lost'),
    )
    .select(sql<number>`sum(credit_movement.owed_cents)::bigint`.as('owed'))
    .select(bonusPromisedAt('shop_order.created_at').as('bonus'))
    .where('account_id', '=', accountId)
    .groupBy(['invoice.id', 'shop_order.id'])
    .having(sql<number>`sum(credit_movement.owed_cents)`, '>', 0)
    .orderBy('due_on')
    .orderBy('invoice.id')
    .execute();
  return rows.flatMap((row) =>
    row.number === null || row.due_on === null || row.issued_at === null
      ? []
      : [
          {
            invoiceId: row.id,
            number: row.number,
            orderId: row.order_id,
            dueOn: row.due_on,
            issuedAt: row.issued_at,
            amount: cents(row.amount_cents),
            owed: cents(row.owed),
            hostedUrl: row.hosted_url,
            orderTotal: cents(row.total_cents),
            bonusBasisPoints: row.bonus,
            isBonusLost: Boolean(row.bonus_lost),
            reopened: row.reopened,
          },
        ],
  );
}
