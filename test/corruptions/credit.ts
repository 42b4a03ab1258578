/**
 * Manual damage to credit, each with the invariant that must detect it. Triggers that would reject the damage
 * are disabled.
 */
import { uncheckedBalances } from '#test/chaos/variants/variants.ts';
import type { Tx } from '#platform/database.ts';
import { type RawBuilder, sql } from 'kysely';

/** Several statements, run in order. */
export type Damage = { execute(tx: Tx): Promise<unknown> };
export const steps = (...statements: RawBuilder<unknown>[]): Damage => ({
  execute: async (tx) => {
    for (const statement of statements) await statement.execute(tx);
  },
});

const triggersOff = sql`set local session_replication_role = replica`;

/** A credit account for the order's buyer. */
export const account = (orderId: string, status: 'open' | 'closed' = 'open') => [
  sql`
    insert into company (id, user_id, legal_name, entity_type, formed_on, ein_sealed, ein_last4, address_line1, city, state, postal_code, country,
      phone, website, applicant_role, attested_at, created_at, updated_at)
    select 'com_x', user_id, 'X LLC', 'llc', '2020-01-01', 'v1', '0000', '', '', '', '', 'US', '', '', 'owner', now(), now(), now()
    from shop_order where id = ${orderId}`,
  sql`
    insert into credit_account (id, user_id, status, close_reason, opened_at, closed_at)
    select 'cra_x', user_id, ${status}, ${status === 'closed' ? 'by_customer' : null}, now(), ${status === 'closed' ? sql`now()` : null} from company`,
];

type Sides = [limit: number, available: number, hold: number, owed: number];
let movements = 0;
export function movement(
  kind: string,
  [limit, available, hold, owed]: Sides,
  orderId: string | null = null,
  inputs: object = {},
) {
  movements += 1;
  return sql`
    insert into credit_movement (account_id, key, kind, limit_cents, available_cents, hold_cents, owed_cents, reason, rule_version, inputs, order_id,
      invoice_id, at)
    values ('cra_x', ${`by-hand:${movements}`}, ${kind}, ${limit}, ${available}, ${hold}, ${owed}, 'by_hand', '', ${JSON.stringify(inputs)}::jsonb,
      ${orderId}, ${owed === 0 ? null : 'inv_x'}, now())`;
}

/** An unpaid invoice for half of an order, issued `daysAgo` days ago. */
const invoice = (orderId: string, daysAgo: number) => sql`
  insert into invoice (id, number, kind, half, order_id, status, amount_cents, bill_to, lines, created_at, issued_at, due_on)
  select 'inv_x', 'INV-2026-99999', 'net30', 1, ${orderId}, 'open', 100, '{}', '[{"text": "Half", "amountCents": 100}]', issued, issued,
    (issued at time zone 'UTC')::date + 30
  from (select now() - make_interval(days => ${daysAgo}::integer) as issued) as moment`;

const application = (orderId: string, ...decisions: RawBuilder<unknown>[]) =>
  steps(
    ...account(orderId),
    sql`
      insert into credit_application (id, user_id, company_id, kind, state, applied_at, decided_at)
      select 'app_x', user_id, id, 'first', 'approved', now(), now() from company`,
    ...decisions,
  );
const decision = sql`
  insert into credit_decision (application_id, outcome, reasons, rule_version, inputs, limit_cents, at) values ('app_x', 'approve', '{}', '', '{}', 1, now())`;

export const damagesOfCredit: [string, string, (orderId: string) => Damage][] = [
  [
    'a balance without a movement',
    'I1 each ledger movement sums to zero, and an account balance is the sum of its movements',
    (id) =>
      steps(
        ...account(id),
        triggersOff,
        sql`update credit_account set limit_cents = -1, available_cents = 1`,
      ),
  ],
  [
    'credit that was promised and never granted',
    'I2 available credit is below zero only after a limit was lowered or a payment was returned',
    // The database itself rejects this one.
    (id) => steps(sql.raw(uncheckedBalances), ...account(id), movement('held', [0, -100, 100, 0], id)),
  ],
  [
    'a closed account with credit',
    'I2 a closed account grants nothing',
    (id) => steps(...account(id, 'closed'), movement('raised', [-1, 1, 0, 0])),
  ],
  [
    'a credit invoice missing in the ledger',
    'I1 the ledger and an invoice agree on what the invoice owes',
    (id) => steps(...account(id), invoice(id, 1)),
  ],
  [
    'a paid invoice that is still owed',
    'I1 the ledger and an invoice agree on what the invoice owes',
    (id) =>
      steps(
        ...[
          ...account(id),
          invoice(id, 1),
          movement('raised', [-100, 100, 0, 0]),
          movement('held', [0, -100, 100, 0], id),
        ],
        ...[
          movement('invoiced', [0, 0, -100, 100], id),
          movement('paid', [0, 100, 0, -100], id),
          movement('returned', [0, -100, 0, 100], id),
        ],
        sql`update invoice set status = 'paid', paid_cents = 100, paid_at = now() where id = 'inv_x'`,
      ),
  ],
  [
    'an order that holds more than it costs',
    'I1 only orders on credit owe or hold anything',
    (id) =>
      steps(
        ...account(id),
        movement('raised', [-5_000_000, 5_000_000, 0, 0]),
        movement('held', [0, -5_000_000, 5_000_000, 0], id),
      ),
  ],
  [
    'an order on credit without an invoice',
    'I5 a credit order has its first half invoiced when placed, both when completed, and in sum its total',
    (id) => steps(sql`update shop_order set kind = 'credit' where id = ${id}`),
  ],
  [
    'a booster that raised the limit twice',
    'I11 a booster or an order raises a limit once, and a bonus is reversed at most once',
    (id) =>
      steps(
        ...account(id),
        movement('booster', [-100, 100, 0, 0], id),
        movement('booster', [-100, 100, 0, 0], id),
      ),
  ],
  [
    'a bonus after a late payment',
    'I17 only orders paid on time earn a bonus',
    (id) =>
      steps(
        ...[
          ...account(id),
          invoice(id, 1),
          movement('raised', [-100, 100, 0, 0]),
          movement('held', [0, -100, 100, 0], id),
        ],
        ...[
          movement('invoiced', [0, 0, -100, 100], id),
          movement('paid', [0, 100, 0, -100], id, { onTime: false }),
        ],
        movement('bonus', [-10, 10, 0, 0], id),
      ),
  ],
  [
    'an unfrozen account past due',
    'I17 past-due debt has frozen its account',
    (id) => steps(...account(id), invoice(id, 32)),
  ],
  [
    'an approval without a decision',
    'I17 an application has the state of its last decision',
    (id) => application(id),
  ],
  [
    'an approval that granted nothing',
    'I17 an approval opened its account once, with the decided limit',
    (id) => application(id, decision),
  ],
  [
    'an approval without its email',
    'I10 a decision on an application has its email',
    (id) => application(id, decision),
  ],
  [
    'an unlogged application',
    'I18 an application has exactly one audit entry for its creation',
    (id) => application(id, decision),
  ],
];
