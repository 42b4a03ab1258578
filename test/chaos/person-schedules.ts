/**
 * Schedules for one customer: a subscription that starts once, and carts that merge without losing products.
 */
import { until } from '#test/until.ts';
import { sql } from 'kysely';
import * as cardHolder from './card-holder.ts';
import type { Ledger } from './ledger.ts';
import type { Random } from './random.ts';
import * as shopper from './shopper.ts';
import type { World } from './world.ts';

type Scene = { world: World; ledger: Ledger; chance: Random; name: string };

const goodCard = '4242424242424242';

/**
 * Two tabs buy one cart with a subscription. The webhooks of the paid one arrive in any order and number at
 * any process, along with those of the subscription that is starting.
 */
export async function subscriptionStartedOnce({ world, ledger, chance }: Scene): Promise<void> {
  const products = chance.chance(0.5) ? ['us-business-address'] : ['us-business-address', 'ein-filing'];
  const here = (): shopper.Circumstances => shopper.pickCircumstances(world, chance, 0.1);
  const cartId = await shopper.makeCart(world, ledger, products, shopper.pickCircumstances(world, chance));
  if (cartId === null) return;
  const options = { productIds: products, cartId };
  const keys = Array.from({ length: chance.between(1, 2) }, () => `chaos-${crypto.randomUUID()}`);
  const offers = await Promise.all(keys.map((key) => shopper.purchase(world, ledger, options, key, here())));
  const intents = new Set(
    offers.flatMap((offer) => (shopper.isOffer(offer) ? [shopper.intentOf(offer)] : [])),
  );
  for (const intentRef of intents) {
    if (intentRef === null) continue;
    await shopper.confirm(world, ledger, intentRef, goodCard);
    const events = await shopper.eventsOf(world, intentRef);
    const copies = events.flatMap((event) => Array.from({ length: chance.between(1, 3) }, () => event));
    const orderId = offers.find(shopper.isOffer)?.orderId;
    await Promise.all([
      ...chance.shuffle(copies).map((event) => shopper.deliver(world, ledger, event, here())),
      ...(orderId === undefined ? [] : [shopper.readStatus(world, ledger, orderId, here())]),
    ]);
    for (const event of events)
      await shopper.deliver(world, ledger, event, { app: chance.int(world.apps.length) });
    await deliverStartEvents({ world, ledger, chance }, cartId);
  }
}

/** Delivers the events that exist once the shop's job has started the subscription, shuffled and repeated. */
async function deliverStartEvents(
  { world, ledger, chance }: Omit<Scene, 'name'>,
  cartId: string,
): Promise<void> {
  const started = async () =>
    (
      await sql<{ ref: string }>`
        select subscription_ref as ref from subscription join shop_order on shop_order.id = order_id
        where cart_id = ${cartId} and subscription_ref is not null`.execute(world.db)
    ).rows[0]?.ref;
  const ref = await until('the subscription is started', started, 3_000).catch(() => undefined);
  if (ref === undefined) return;
  const { data } = await world.processor.stripe.events.list({
    types: ['customer.subscription.created', 'customer.subscription.updated'],
    limit: 50,
  });
  const news = data.filter((event) => (event.data.object as { id?: string }).id === ref);
  const copies = news.flatMap((event) => Array.from({ length: chance.between(1, 2) }, () => event));
  await Promise.all(
    chance
      .shuffle(copies)
      .map((event) => shopper.deliver(world, ledger, event, shopper.pickCircumstances(world, chance))),
  );
}

const onSale = ['ein-filing', 'itin-application', 'logo-design', 'annual-report'];

/**
 * Carts of one customer in two browsers merge while both keep saving, and one browser buys. In the end every
 * saved product is in an open cart or in a paid order.
 */
export async function cartsOfOnePerson({ world, ledger, chance, name }: Scene): Promise<void> {
  const holder = await cardHolder.aCardHolder(world, `carts-${name}-${chance.int(2 ** 31)}`);
  const here = (): shopper.Circumstances => shopper.pickCircumstances(world, chance);
  const token = await cardHolder.logIn(world, ledger, holder, here());
  if (token === null) return;
  const chosen = [chance.pick(onSale), chance.pick(onSale)];
  const carts = await Promise.all(
    chosen.map((product) => shopper.makeCart(world, ledger, [product], here())),
  );
  const headers = { authorization: `Bearer ${token}` };
  const saved = new Set<string>();
  let last: string | null = null;
  const call = async (message: Parameters<typeof shopper.send>[2], products: string[]): Promise<void> => {
    const response = await shopper.send(world, ledger, { ...message, headers }, here());
    if (response === 'lost' || response.status > 299) return;
    for (const product of products) saved.add(product);
    last = (response.body as { id: string }).id;
  };
  const works = carts.flatMap((id, index) => {
    if (id === null) return [];
    const productIds = [chosen[index] ?? '', chance.pick(onSale)];
    const body = JSON.stringify({
      productIds: [...new Set(productIds)],
      knownProductIds: productIds.slice(0, 1),
      email: holder.email,
    });
    return [
      () => call({ method: 'POST', path: `/api/carts/${id}/merge`, body: '{}' }, [chosen[index] ?? '']),
      () => call({ method: 'PUT', path: `/api/carts/${id}`, body }, productIds),
    ];
  });
  await Promise.all(chance.shuffle(works).map((work) => work()));
  // The surviving cart, as returned to the last browser that got a response.
  const options = { productIds: [chosen[0] ?? ''], ...(last === null ? {} : { cartId: last }) };
  const bought = { holder, options, key: `chaos-${crypto.randomUUID()}` };
  await Promise.all([
    cardHolder.purchase(world, ledger, bought, here()),
    ...works.slice(0, 1).map((work) => work()),
  ]);
  const remaining = await productsOf(world, holder.email);
  for (const product of saved)
    if (!remaining.has(product))
      ledger.surprises.push(`${product} of ${holder.email} is in no cart and in no order`);
}

async function productsOf({ db }: World, email: string): Promise<Set<string>> {
  const { rows } = await sql<{ product: string }>`
    select product_id as product from cart_item join cart on cart.id = cart_id join app_user on app_user.id = user_id
    where app_user.email = ${email} and cart.status in ('pending', 'abandoned')
    union select product_id from order_item join shop_order on shop_order.id = order_id join app_user on app_user.id = user_id
    where app_user.email = ${email} and shop_order.status in ('in_progress', 'completed')`.execute(db);
  return new Set(rows.map(({ product }) => product));
}
