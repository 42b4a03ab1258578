/**
 * The shop, broken on purpose. Each variant removes one protection, at the database or around it, never
 * through a switch in the shop's code. Every release proves that the harness detects all of them.
 */
import type { Database, Tx } from '#platform/database.ts';
import type { CreditBureau } from '#ports/credit-bureau.ts';
import type { PaymentGateway, ProcessorPayment } from '#ports/payment-gateway.ts';
import type { KyselyPlugin, RootOperationNode, SelectModifierNode } from 'kysely';

export type Variant = {
  /** What is removed, for the log of runs. */
  broken?: string;
  /** Run once on the new database. */
  statements?: string[];
  /** `false`: the guard against a non-durable server is removed as well. */
  durable?: false;
  database?: (real: Database, gateway: PaymentGateway) => Database;
  gateway?: (real: PaymentGateway) => PaymentGateway;
  bureau?: (real: CreditBureau) => CreditBureau;
};

export type VariantName =
  | 'no-lock'
  | 'no-coupon-guard'
  | 'no-settlement-idempotency'
  | 'no-credit-limit'
  | 'refund-never-sent'
  | 'refund-of-what-is-needed'
  | 'no-refund-guard'
  | 'refund-key-per-try'
  | 'no-inbox-uniqueness'
  | 'no-renewal-guard'
  | 'no-look-up'
  | 'call-inside-transaction'
  | 'asynchronous-commit';

/** Balances follow the movements without any check. */
export const uncheckedBalances = `create or replace function credit_movement_counts() returns trigger language plpgsql as $$
  begin
    update credit_account set limit_cents = limit_cents + new.limit_cents, available_cents = available_cents + new.available_cents,
      hold_cents = hold_cents + new.hold_cents, owed_cents = owed_cents + new.owed_cents where id = new.account_id;
    return null;
  end $$`;

export const variants: Record<VariantName, Variant> = {
  'no-lock': {
    broken: 'no lock on cart, order and payment, and no unique index behind them',
    statements: ['drop index shop_order_one_live_per_cart', 'drop index payment_one_open_per_invoice'],
    database: (real) => real.withPlugin(withoutLocks),
  },
  'no-coupon-guard': {
    broken: 'a coupon is looked at and then counted, without a condition and without the check behind it',
    statements: [`alter table coupon drop constraint ${'coupon_check'}`],
    database: (real) => real.withPlugin(unconditional('coupon')),
  },
  'no-settlement-idempotency': {
    broken:
      'the inbox keeps an event as often as it comes, nothing is locked, what is settled is read as unsettled and changed without a condition, an effect may be decided and an invoice issued twice',
    statements: [
      'alter table webhook_inbox drop constraint webhook_inbox_pkey',
      'alter table effect drop constraint effect_pkey',
      'drop trigger invoice_stays_as_issued on invoice',
    ],
    database: (real) =>
      real
        .withPlugin(withoutLocks)
        .withPlugin(withoutConflicts(['webhook_inbox', 'effect']))
        .withPlugin(unconditional('invoice'))
        .withPlugin(hideSettlement()),
  },
  'no-credit-limit': {
    broken: 'the available credit always reads as a million dollars, and the database rejects nothing',
    statements: [uncheckedBalances],
    database: (real) => real.withPlugin(inflateCreditLimits()),
  },
  'refund-never-sent': {
    broken: 'a refund is written down as made, and the processor never hears of it',
    gateway: (real) => ({
      ...real,
      refundPayment: async ({ refundId, intentRef, amount }) => ({
        refundRef: `re_of_${refundId}`,
        refundId,
        intentRef,
        amount,
        state: 'succeeded',
      }),
    }),
  },
  'refund-of-what-is-needed': {
    broken: 'whatever was paid is given back',
    gateway: refundEverything,
  },
  'no-refund-guard': {
    broken:
      'a decision of the staff is looked for and then written, without a lock and without the unique index behind it',
    statements: ['drop index refund_one_per_request'],
    database: (real) => real.withPlugin(withoutLocks),
  },
  'refund-key-per-try': {
    broken: 'each try to give money back is a new refund for the processor',
    gateway: (real) => ({
      ...real,
      refundPayment: (request) => real.refundPayment({ ...request, generation: freshGeneration() }),
      findRefund: async () => null,
    }),
  },
  'no-inbox-uniqueness': {
    broken: 'the inbox keeps an event as often as it comes, and nothing else is missing',
    statements: ['alter table webhook_inbox drop constraint webhook_inbox_pkey'],
    database: (real) => real.withPlugin(withoutConflicts(['webhook_inbox'])),
  },
  'no-renewal-guard': {
    broken:
      'a renewal is looked for and then written, without a lock and without the unique indexes behind it',
    statements: [
      'alter table invoice drop constraint invoice_processor_ref_key',
      'drop index invoice_one_per_period',
      'drop index payment_intent',
    ],
    database: (real) => real.withPlugin(withoutLocks),
  },
  'no-look-up': {
    broken: 'a lookup at Factiiv never finds an earlier report',
    bureau: (real) => ({ ...real, trades: async function* () {} }),
  },
  'call-inside-transaction': {
    broken: 'the processor is called before the transaction that writes the order has committed',
    database: callingInside,
  },
  'asynchronous-commit': {
    broken: 'synchronous_commit is off: PostgreSQL confirms what it has not written',
    statements: ['alter database stateside set synchronous_commit = off'],
    durable: false,
  },
};

/** Also differs from the generation of a process that died. */
const freshGeneration = (): number => 2 + (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0);

function refundEverything(real: PaymentGateway): PaymentGateway {
  const refundFully = ({ intentRef, amount }: ProcessorPayment) =>
    real.refundPayment({ refundId: `ref_of_${intentRef}`, generation: 1, intentRef, amount });
  return {
    ...real,
    readPayment: async (intentRef) => {
      const payment = await real.readPayment(intentRef);
      // The processor rejects a second refund of the same payment.
      if (payment?.state === 'succeeded') await refundFully(payment).catch(() => undefined);
      return payment;
    },
  };
}

const plugin = (transform: (node: RootOperationNode) => RootOperationNode): KyselyPlugin => ({
  transformQuery: ({ node }) => transform(node),
  transformResult: async ({ result }) => result,
});

const isLock = ({ modifier }: SelectModifierNode): boolean => modifier === 'ForUpdate';

const withoutLocks = plugin((node) =>
  node.kind === 'SelectQueryNode' && node.endModifiers?.some(isLock)
    ? { ...node, endModifiers: node.endModifiers.filter((modifier) => !isLock(modifier)) }
    : node,
);

/** Removing locks is not enough: invoice numbers also make credit orders wait for each other. */
function inflateCreditLimits(): KyselyPlugin {
  const queries = new WeakSet<object>();
  return {
    transformQuery: ({ node, queryId }) => {
      const [from] = node.kind === 'SelectQueryNode' ? (node.from?.froms ?? []) : [];
      if (tableNameOf(from) === 'credit_account') queries.add(queryId);
      return node;
    },
    transformResult: async ({ result, queryId }) => {
      if (!queries.has(queryId)) return result;
      return {
        ...result,
        rows: result.rows.map((row) =>
          'available_cents' in row ? { ...row, available_cents: 100_000_000 } : row,
        ),
      };
    },
  };
}

/**
 * Reads rows as they were before settlement. In addition to locks and idempotency keys, the settled state
 * prevents a second settlement.
 */
function hideSettlement(): KyselyPlugin {
  const before: Record<string, Record<string, string>> = {
    payment: { succeeded: 'open' },
    shop_order: { in_progress: 'awaiting_payment', completed: 'awaiting_payment' },
    invoice: { paid: 'draft' },
  };
  const queries = new WeakMap<object, Record<string, string>>();
  return {
    transformQuery: ({ node, queryId }) => {
      const [from] = node.kind === 'SelectQueryNode' ? (node.from?.froms ?? []) : [];
      const states = before[tableNameOf(from)];
      if (states !== undefined) queries.set(queryId, states);
      return node;
    },
    transformResult: async ({ result, queryId }) => {
      const states = queries.get(queryId);
      if (states === undefined) return result;
      const rows = result.rows.map((row) => ({
        ...row,
        ...('status' in row ? { status: states[String(row.status)] ?? row.status } : {}),
      }));
      return { ...result, rows };
    },
  };
}

const tableNameOf = (from: unknown): string =>
  tableOf((from as { table?: unknown } | undefined)?.table === undefined ? undefined : from);

const tableOf = (target: unknown): string =>
  (target as { table?: { identifier?: { name?: string } } } | undefined)?.table?.identifier?.name ?? '';

const withoutConflicts = (tables: string[]): KyselyPlugin =>
  plugin((node) => {
    if (node.kind !== 'InsertQueryNode' || !tables.includes(tableOf(node.into))) return node;
    const { onConflict: _forgotten, ...rest } = node;
    return rest;
  });

/**
 * Reduces the condition to the id: a request that saw a free use takes one, and a request that saw a draft
 * issues it.
 */
const unconditional = (table: string): KyselyPlugin =>
  plugin((node) => {
    if (node.kind !== 'UpdateQueryNode' || tableOf(node.table) !== table || node.where === undefined)
      return node;
    return { ...node, where: { ...node.where, where: firstCondition(node.where.where) } };
  });

type Condition = { kind: string; left?: Condition };

function firstCondition<T>(condition: T): T {
  let first = condition as Condition;
  while (first.kind === 'AndNode' && first.left !== undefined) first = first.left;
  return first as T;
}

type Paying =
  | { next?: string; payment?: { request: Parameters<PaymentGateway['createPayment']>[0] } }
  | undefined;

/** A common mistake: opening the payment while the order's transaction is still running. */
function callingInside(real: Database, gateway: PaymentGateway): Database {
  return new Proxy(real, {
    get: (target, key) => {
      if (key !== 'transaction') {
        const value: unknown = Reflect.get(target, key, target);
        return typeof value === 'function' ? value.bind(target) : value;
      }
      return () => {
        const builder = target.transaction();
        return {
          execute: (work: (tx: Tx) => Promise<unknown>) =>
            builder.execute((tx) => openingInside(tx, work, gateway)),
        };
      };
    },
  });
}

async function openingInside(
  tx: Tx,
  work: (tx: Tx) => Promise<unknown>,
  gateway: PaymentGateway,
): Promise<unknown> {
  const answer = await work(tx);
  const paying = answer as Paying;
  if (paying?.next === 'pay' && paying.payment !== undefined)
    await gateway.createPayment(paying.payment.request);
  return answer;
}
