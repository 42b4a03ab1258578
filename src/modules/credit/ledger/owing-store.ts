/** SQL for debts on an account per invoice, by the ledger. */
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
  /** The rate promised when the order was placed. */
  bonusBasisPoints: number;
  /** A movement of the order rules out the bonus, or it was already granted. */
  isBonusLost: boolean;
  /** How often the invoice was reopened by a dispute. */
  reopened: number;
};

/** Invoices with an outstanding amount in the ledger, by due day. */
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
            .where((or) =>
              or.or([
                or('entry.kind', 'in', endsBonus),
                sql<boolean>`(entry.inputs ->> 'onTime')::boolean = false`,
              ]),
            ),
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
