/** Keeping carts on the server, so that a closed browser loses nothing. Prices are always today's, never the client's. */
import { DomainError } from '#kernel/errors.ts';
import { freshId } from '#kernel/ids.ts';
import { add, zero } from '#kernel/money.ts';
import type * as contract from '#contract/carts.ts';
import type { Handled, Received } from '#contract/endpoint.ts';
import { chargedToday } from '#modules/catalog/rules.ts';
import * as catalog from '#modules/catalog/service.ts';
import * as products from '#modules/catalog/store.ts';
import type { Database, Tx } from '#platform/database.ts';
import type { Deps } from '#platform/deps.ts';
import { isClosed, isForgotten, next } from './rules.ts';
import * as store from './store.ts';

type Draft = Received<typeof contract.createCart>['body'];
type WireCart = Handled<typeof contract.readCart>;

export const create = ({ db }: Deps, draft: Draft): Promise<WireCart> =>
  db.transaction().execute(async (tx) => {
    const id = freshId('cart');
    await store.insert(tx, id, toFields(draft));
    await replaceItems(tx, id, draft.productIds);
    return describeAfresh(tx, id);
  });

/** Throws `cart_completed` once an order made from the cart was paid. */
export const update = ({ db }: Deps, id: string, draft: Draft): Promise<WireCart> =>
  db.transaction().execute(async (tx) => {
    const cart = await store.lock(tx, id);
    if (!cart) throw new DomainError('cart_not_found');
    await store.update(tx, id, next(cart.status, 'change'), toFields(draft));
    await replaceItems(tx, id, draft.productIds);
    return describeAfresh(tx, id);
  });

/** A cart that was left alone for long is as good as unknown; its owner may still write to it. */
export async function read({ db, clock }: Deps, id: string): Promise<WireCart> {
  const cart = await store.find(db, id);
  if (!cart || isForgotten(cart.updated_at, clock.now())) throw new DomainError('cart_not_found');
  return describe(db, cart);
}

/** Gives the cart up. A completed cart stays as it is, and so do its orders. */
export const remove = ({ db }: Deps, id: string): Promise<WireCart> =>
  db.transaction().execute(async (tx) => {
    const cart = await store.lock(tx, id);
    if (!cart) throw new DomainError('cart_not_found');
    const status = cart.status === 'lost' ? 'lost' : next(cart.status, 'give_up');
    await store.setStatus(tx, id, status);
    return { id, status };
  });

async function describeAfresh(tx: Tx, id: string): Promise<WireCart> {
  const cart = await store.find(tx, id);
  if (!cart) throw new DomainError('cart_not_found');
  return describe(tx, cart);
}

async function replaceItems(tx: Tx, cartId: string, ids: string[]): Promise<void> {
  const sold = await products.findActive(tx, ids);
  if (sold.length !== ids.length) throw new DomainError('product_unavailable');
  await store.replaceItems(tx, cartId, ids);
}

async function describe(db: Database | Tx, cart: store.CartRow): Promise<WireCart> {
  const { id } = cart;
  if (isClosed(cart.status)) return { id, status: cart.status };
  const sold = await products.findActive(db, await store.productIds(db, id));
  return {
    id,
    status: cart.status,
    firstName: cart.first_name,
    lastName: cart.last_name,
    email: cart.email,
    phoneNumber: cart.phone_number,
    address: cart.address_line1,
    country: cart.country,
    discountCode: cart.discount_code,
    cartItems: sold.map((product) => ({ product: catalog.toWire(product) })),
    productIds: sold.map((product) => product.id),
    cartAmount: add(...sold.map((product) => chargedToday(product) ?? zero)),
  };
}

const toFields = (draft: Draft): store.CartFields => ({
  first_name: draft.firstName,
  last_name: draft.lastName,
  email: draft.email,
  phone_number: draft.phoneNumber,
  address_line1: draft.addressLine1,
  country: draft.country,
  discount_code: draft.discountCode ?? null,
});
