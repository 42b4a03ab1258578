/** Valid states that the checks must not report. */
import { aDatabase } from '#test/builders/database.ts';
import { expect, test } from 'vitest';
import { checkReplays } from './checks.ts';
import { anEmptyLedger } from './ledger.ts';
import { settleAll } from './rest.ts';
import * as shopper from './shopper.ts';
import { aWorld } from './world.ts';

test('an order whose process crashed between canceling its payment and itself has a successor, by design', {
  tags: ['long'],
}, async () => {
  const database = await aDatabase();
  const world = await aWorld({ databaseUrl: database.url, apps: 1 });
  try {
    const [ledger, here] = [anEmptyLedger(), { app: 0 }];
    const cartId = (await shopper.makeCart(world, ledger, ['ein-filing'], here)) ?? '';
    const first = await shopper.purchase(
      world,
      ledger,
      { productIds: ['ein-filing'], cartId },
      crypto.randomUUID(),
      here,
    );
    if (!shopper.isOffer(first)) throw new Error(`not offered: ${JSON.stringify(first)}`);
    world.apps[0]?.arm('before commit of cancel', 1);
    const changed = { productIds: ['ein-filing', 'itin-application'], cartId };
    expect(await shopper.purchase(world, ledger, changed, crypto.randomUUID(), here)).toBe('lost');
    await world.apps[0]?.hasEnded;
    await world.start(0);
    await settleAll(world);
    const order = world.db.selectFrom('shop_order').select('status').where('id', '=', first.orderId);
    expect(await order.executeTakeFirst()).toEqual({ status: 'awaiting_payment' });
    expect(await checkReplays(world, ledger, 10)).toEqual([]);
    expect(await order.executeTakeFirst()).toEqual({ status: 'canceled' });
  } finally {
    await world.stop();
    await database.close();
  }
});
