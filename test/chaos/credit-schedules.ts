/**
 * Schedules for one customer's credit: many orders race for the remaining limit, and two tabs pay the same
 * invoice concurrently.
 */
import { freshId } from '#kernel/ids.ts';
import { type Cents, cents } from '#kernel/money.ts';
import { insertAccount, insertMovement } from '#modules/credit/ledger/store.ts';
import { billingDetails } from '#test/builders/buyer.ts';
import { until } from '#test/until.ts';
import { sql } from 'kysely';
import * as cardHolder from './card-holder.ts';
import type { Ledger } from './ledger.ts';
import type { Random } from './random.ts';
import * as shopper from './shopper.ts';
import type { World } from './world.ts';

type Scene = { world: World; ledger: Ledger; chance: Random; name: string };

const priceCents = 14_950;

/**
 * The limit covers one to three orders and leaves a rest that is too small for another. More orders than fit
 * are placed concurrently at both processes, some twice with the same key. Then one or two tabs pay the first
 * invoice of an order with a saved card.
 */
export async function lastCreditRace({ world, ledger, chance, name }: Scene): Promise<void> {
  const holder = await cardHolder.aCardHolder(world, `credit-${name}-${chance.int(2 ** 31)}`);
  const { userId } = holder;
  const fits = chance.between(1, 3);
  await openAccount(world, userId, cents(fits * priceCents + chance.int(priceCents)));
  const token = await cardHolder.logIn(world, ledger, holder, { app: chance.int(world.apps.length) });
  if (token === null) return;
  const headers = { authorization: `Bearer ${token}` };
  const here = (): shopper.Circumstances => shopper.pickCircumstances(world, chance, 0.1);
  const keys = Array.from({ length: fits + chance.between(1, 3) }, () => `chaos-${crypto.randomUUID()}`);
  const presses = chance.shuffle([...keys, ...keys.slice(0, chance.between(0, 2))]);
  const answers = await Promise.all(
    presses.map((key) => buyOnCredit(world, ledger, { key, email: holder.email, headers }, here())),
  );
  const placed = new Set(answers.flatMap((answer) => (shopper.isOffer(answer) ? [answer.orderId] : [])));
  const { rows } = await sql<{ orders: number }>`
    select count(*)::integer as orders from shop_order where user_id = ${userId} and status = 'in_progress'`.execute(
    world.db,
  );
  if ((rows[0]?.orders ?? 0) > fits)
    ledger.surprises.push(`${rows[0]?.orders} orders of ${holder.email} were placed, and ${fits} fit`);
  const [orderId] = placed;
  if (orderId !== undefined)
    await payTwice({ world, ledger, chance }, { orderId, headers, cardRef: holder.cardRef });
}

type OnCredit = { key: string; email: string; headers: Record<string, string> };

export async function buyOnCredit(
  world: World,
  ledger: Ledger,
  { key, email, headers }: OnCredit,
  where: shopper.Circumstances,
): Promise<shopper.Offer | shopper.Reply> {
  const body = {
    productIds: ['ein-filing'],
    creditPurchase: true,
    billingDetails: { ...billingDetails, email },
  };
  const message = {
    method: 'POST',
    path: '/api/payments/purchase',
    headers: { ...headers, 'idempotency-key': key },
    body: JSON.stringify(body),
  };
  return shopper.recordOffer(
    ledger,
    { key, body: { ...body, paymentMethodId: null } },
    await shopper.send(world, ledger, message, where),
  );
}

/** Without an application, because the race is only for the limit. */
export const openAccount = ({ db }: World, userId: string, limit: Cents): Promise<unknown> =>
  db.transaction().execute(async (tx) => {
    const [id, now] = [freshId('cra'), new Date()];
    await insertAccount(tx, { id, userId, einIndex: id, now });
    await insertMovement(tx, id, {
      key: `limit:${id}:0`,
      kind: 'raised',
      amount: limit,
      reason: 'by_staff',
      inputs: {},
      at: now,
    });
  });

/** Pays the first invoice of an order with a saved card, from one tab or two. */
export async function payTwice(
  { world, ledger, chance }: Omit<Scene, 'name'>,
  { orderId, headers, cardRef }: { orderId: string; headers: Record<string, string>; cardRef: string },
): Promise<void> {
  const sent = async () =>
    (
      await sql<{
        id: string;
      }>`select id from invoice where order_id = ${orderId} and processor_ref is not null`.execute(world.db)
    ).rows[0]?.id;
  const invoiceId = await until('the invoice is at the processor', sent, 10_000).catch(() => undefined);
  if (invoiceId === undefined) return;
  const body = JSON.stringify({ invoiceIds: [invoiceId], paymentMethodId: cardRef });
  const message = { method: 'POST', path: '/api/credit/payments', headers, body };
  await Promise.all(
    Array.from({ length: chance.between(1, 2) }, () =>
      shopper.send(world, ledger, message, shopper.pickCircumstances(world, chance, 0.1)),
    ),
  );
  // The connection may have been cut, so one more request finds out the result.
  await shopper.send(world, ledger, message, { app: chance.int(world.apps.length) });
  ledger.chargedByShop.add(orderId);
}
