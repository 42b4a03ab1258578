/**
 * Failpoints between two steps of a purchase, where a process can be made to wait or die. They wrap the ports
 * and the database of the harness's process (app.ts). The shop's code does not contain them.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Database, Tx } from '#platform/database.ts';
import type { CreditBureau } from '#ports/credit-bureau.ts';
import type { Mailer } from '#ports/mailer.ts';
import type { PaymentGateway } from '#ports/payment-gateway.ts';
import type { KyselyPlugin, QueryId, RootOperationNode } from 'kysely';
import { type Random, random } from './random.ts';

/**
 * All named points: those of an ordinary purchase in order, then those of other paths, of a refund, and of a
 * subscription start.
 */
export const points = [
  'before commit of place',
  'after commit of place',
  'before createPayment',
  'after createPayment',
  'before update payment',
  'after update payment',
  'before answer purchase',
  'before commit of inbox',
  'after commit of inbox',
  'before answer webhook',
  'before readPayment',
  'after readPayment',
  'before commit of settle',
  'after commit of settle',
  'before answer status',
  'before update webhook_inbox',
  'after update webhook_inbox',
  'before send',
  'after send',
  'before update mail',
  'after update mail',
  'before payWithCard',
  'after payWithCard',
  'before cancelPayment',
  'after cancelPayment',
  'before commit of cancel',
  'after commit of cancel',
  'before commit of refund',
  'after commit of refund',
  'before answer refund',
  'before refundPayment',
  'after refundPayment',
  'before commit of refunded',
  'after commit of refunded',
  'before readRefund',
  'after readRefund',
  'before createCustomer',
  'after createCustomer',
  'before attachCard',
  'after attachCard',
  'before startSubscription',
  'after startSubscription',
] as const;
/** The points of a report to Factiiv: from its record to the stored response, and of reads. */
export const reportingPoints = [
  'before commit of report',
  'after commit of report',
  'before readTrades',
  'after readTrades',
  'before addTrade',
  'after addTrade',
  'before changeTrade',
  'after changeTrade',
  'before withdrawTrade',
  'after withdrawTrade',
  'before addActivity',
  'after addActivity',
  'before commit of reported',
  'after commit of reported',
  'before readScore',
  'after readScore',
] as const;
export type Point = (typeof points)[number];
export type ReportingPoint = (typeof reportingPoints)[number];

export type Failpoints = {
  /** The process dies at the n-th pass of this point, counted from now. */
  arm(point: string, passing: number): void;
  /** Every point passed so far. */
  passed: ReadonlySet<string>;
  /** Inside `work`, each point waits as the seed decides. */
  underSeed<T>(seed: number | null, work: () => Promise<T>): Promise<T>;
  answering(route: string): Promise<void>;
  gateway(real: PaymentGateway): PaymentGateway;
  bureau(real: CreditBureau): CreditBureau;
  mailer(real: Mailer): Mailer;
  database(real: Database): Database;
};

export function createFailpoints(): Failpoints {
  const seeds = new AsyncLocalStorage<Random>();
  let armed: { point: string; passings: number } | null = null;
  const passed = new Set<string>();
  const dieAt = (point: string): void => {
    passed.add(point);
    if (armed?.point !== point) return;
    armed.passings -= 1;
    if (armed.passings <= 0) process.kill(process.pid, 'SIGKILL');
  };
  const reach = async (point: string): Promise<void> => {
    dieAt(point);
    const chance = seeds.getStore();
    if (chance !== undefined) await yieldToEventLoop(turnsOf(chance));
  };
  const around = async <T>(name: string, call: () => Promise<T>): Promise<T> => {
    await reach(`before ${name}`);
    const result = await call();
    await reach(`after ${name}`);
    return result;
  };
  return {
    passed,
    arm: (point, passing) => {
      armed = { point, passings: passing };
    },
    underSeed: (seed, work) => (seed === null ? work() : seeds.run(random(seed), work)),
    answering: (route) => reach(`before answer ${route}`),
    gateway: (real) => ({
      ...real,
      createPayment: (request) => around('createPayment', () => real.createPayment(request)),
      payWithCard: (choice) => around('payWithCard', () => real.payWithCard(choice)),
      readPayment: (intentRef) => around('readPayment', () => real.readPayment(intentRef)),
      cancelPayment: (intentRef) => around('cancelPayment', () => real.cancelPayment(intentRef)),
      refundPayment: (request) => around('refundPayment', () => real.refundPayment(request)),
      createCustomer: (request) => around('createCustomer', () => real.createCustomer(request)),
      attachCard: (customerRef, cardRef) => around('attachCard', () => real.attachCard(customerRef, cardRef)),
      startSubscription: (request) => around('startSubscription', () => real.startSubscription(request)),
      readRefund: (refundRef) => around('readRefund', () => real.readRefund(refundRef)),
    }),
    bureau: (real) => ({
      ...real,
      readScore: (access) => around('readScore', () => real.readScore(access)),
      async *trades(access, since) {
        await reach('before readTrades');
        try {
          yield* real.trades(access, since);
        } finally {
          await reach('after readTrades');
        }
      },
      addTrade: (...args) => around('addTrade', () => real.addTrade(...args)),
      changeTrade: (...args) => around('changeTrade', () => real.changeTrade(...args)),
      withdrawTrade: (...args) => around('withdrawTrade', () => real.withdrawTrade(...args)),
      addActivity: (...args) => around('addActivity', () => real.addActivity(...args)),
      withdrawActivity: (...args) => around('withdrawActivity', () => real.withdrawActivity(...args)),
    }),
    mailer: (real) => ({ send: (email) => around('send', () => real.send(email)) }),
    database: (real) => gated(real, { dieAt, reach }),
  };
}

/** Usually none or a few; sometimes enough for another request to overtake completely. */
const turnsOf = (chance: Random): number =>
  chance.chance(0.6) ? 0 : chance.chance(0.8) ? chance.between(1, 4) : chance.between(10, 60);

async function yieldToEventLoop(turns: number): Promise<void> {
  for (let turn = 0; turn < turns; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

type Gates = { dieAt(point: string): void; reach(point: string): Promise<void> };

function gated(real: Database, gates: Gates): Database {
  const plain = real.withPlugin(statementGates(gates));
  return replacing(plain, {
    transaction: () => {
      const builder = real.transaction();
      return replacing(builder, {
        execute: async (work: (tx: Tx) => Promise<unknown>) => {
          const statements: string[] = [];
          await gates.reach('before begin');
          const result = await builder.execute(async (tx) => {
            const answer = await work(tx.withPlugin(recorder(statements, gates)) as Tx);
            await gates.reach(`before commit of ${nameOf(statements)}`);
            return answer;
          });
          await gates.reach(`after commit of ${nameOf(statements)}`);
          return result;
        },
      });
    },
  });
}

/**
 * Returns the object with some functions replaced. Private fields still work, because the other methods run
 * on the original.
 */
const replacing = <T extends object>(target: T, replaced: Record<string, unknown>): T =>
  new Proxy(target, {
    get: (_, key) => {
      if (typeof key === 'string' && key in replaced) return replaced[key];
      const value: unknown = Reflect.get(target, key, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });

/** Names a transaction by the tables it wrote. */
function nameOf(statements: string[]): string {
  if (statements.includes('insert webhook_inbox')) return 'inbox';
  if (statements.includes('insert effect')) return 'settle';
  if (statements.includes('insert purchase_request')) return 'place';
  if (statements.includes('update shop_order')) return 'cancel';
  if (statements.includes('insert refund')) return 'refund';
  if (statements.includes('update refund')) return 'refunded';
  if (statements.includes('insert bureau_report')) return 'report';
  if (statements.includes('update bureau_report')) return 'reported';
  return statements.length === 0 ? 'nothing' : 'others';
}

/** A statement outside a transaction is a separate step. */
function statementGates({ dieAt, reach }: Gates): KyselyPlugin {
  const names = new WeakMap<QueryId, string>();
  return {
    transformQuery: ({ node, queryId }) => {
      const name = writtenBy(node);
      names.set(queryId, name ?? 'statement');
      if (name !== null) dieAt(`before ${name}`);
      return node;
    },
    transformResult: async ({ result, queryId }) => {
      await reach(`after ${names.get(queryId) ?? 'statement'}`);
      return result;
    },
  };
}

function recorder(statements: string[], { reach }: Gates): KyselyPlugin {
  return {
    transformQuery: ({ node }) => {
      const name = writtenBy(node);
      if (name !== null) statements.push(name);
      return node;
    },
    transformResult: async ({ result }) => {
      await reach('within a transaction');
      return result;
    },
  };
}

type Table = { table?: { identifier?: { name?: string } } };

function writtenBy(node: RootOperationNode): string | null {
  if (node.kind === 'InsertQueryNode')
    return `insert ${(node.into as Table | undefined)?.table?.identifier?.name ?? 'unknown'}`;
  if (node.kind === 'UpdateQueryNode')
    return `update ${(node.table as Table | undefined)?.table?.identifier?.name ?? 'unknown'}`;
  return null;
}
