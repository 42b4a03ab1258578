/** Keeping carts on the server, so that a closed browser loses nothing. Prices are always today's, never the client's. */
import { countryCode } from '#kernel/countries.ts';
import { DomainError } from '#kernel/errors.ts';
import { freshId } from '#kernel/ids.ts';
import { add, zero } from '#kernel/money.ts';
import type * as contract from '#contract/carts.ts';
import type { Handled, Received } from '#contract/endpoint.ts';
import { isWorthNoting } from '#modules/accounts/limits.ts';
import { chargedToday } from '#modules/catalog/rules.ts';
import * as catalog from '#modules/catalog/service.ts';
import * as products from '#modules/catalog/store.ts';
import * as audit from '#platform/audit.ts';
import type { Database, Tx } from '#platform/database.ts';
import type { Deps } from '#platform/deps.ts';
import type { Caller, Person } from '#platform/mount.ts';
import { isClosed, isForgotten, mayUse, next } from './rules.ts';
import * as store from './store.ts';

type Draft = Received<typeof contract.createCart>['body'];
type WireCart = Handled<typeof contract.readCart>;

export const create = ({ db }: Deps, caller: Caller, draft: Draft): Promise<WireCart> =>
  db.transaction().execute(async (tx) => {
    const id = freshId('cart');
    const userId = userOf(caller);
    if (userId !== null) await store.lockPerson(tx, userId);
    await store.insert(tx, id, userId, toFields(draft));
    await replaceItems(tx, id, draft.productIds);
    if (userId !== null) await store.giveUpOthers(tx, userId, id);
    return describeAfresh(tx, id);
  });

/** A guest's cart becomes the caller's by this. Throws `cart_completed` once an order made from the cart was paid. */
export const update = ({ db }: Deps, caller: Caller, id: string, draft: Draft): Promise<WireCart> =>
  db.transaction().execute(async (tx) => {
    const userId = userOf(caller);
    if (userId !== null) await store.lockPerson(tx, userId);
    const cart = found(await store.lock(tx, id), userId);
    await store.update(tx, id, next(cart.status, 'change'), toFields(draft));
    await replaceItems(tx, id, draft.productIds);
    if (userId !== null) {
      if (cart.user_id === null) await store.bind(tx, id, userId);
      await store.giveUpOthers(tx, userId, id);
    }
    return describeAfresh(tx, id);
  });

/** A guest's cart that was left alone for long is as good as unknown; whoever has its id may still write to it. */
export async function read({ db, clock }: Deps, caller: Caller, id: string): Promise<WireCart> {
  const cart = found(await store.find(db, id), userOf(caller));
  if (cart.user_id === null && isForgotten(cart.updated_at, clock.now())) throw new DomainError('cart_not_found');
  return describe(db, cart);
}

/** Gives the cart up. A completed cart stays as it is, and so do its orders. */
export const remove = ({ db }: Deps, caller: Caller, id: string): Promise<WireCart> =>
  db.transaction().execute(async (tx) => {
    const cart = found(await store.lock(tx, id), userOf(caller));
    const status = cart.status === 'lost' ? 'lost' : next(cart.status, 'give_up');
    await store.setStatus(tx, id, status);
    return { id, status };
  });

/** The cart that a person is filling, on whatever device; null when there is none. */
export async function pendingOf(db: Database | Tx, userId: string): Promise<WireCart | null> {
  const cart = await store.findOpenOf(db, userId);
  return cart === undefined ? null : describe(db, cart);
}

/** Throws the same `cart_not_found` for somebody else's address as where there is no cart. */
export async function readPending(deps: Deps, person: Person, asked: string): Promise<WireCart> {
  const isOwn = asked.trim().toLowerCase() === person.email;
  if (!isOwn) await noteForeign(deps, person);
  const cart = isOwn ? await pendingOf(deps.db, person.userId) : null;
  if (cart === null) throw new DomainError('cart_not_found');
  return cart;
}

/** No page of ours asks for another address: somebody is trying things out. */
async function noteForeign({ db, ...deps }: Deps, { userId, actor }: Person): Promise<void> {
  if (!(await isWorthNoting({ db, ...deps }, 'foreign_cart', userId))) return;
  const auditEntry = { actorId: actor?.userId ?? userId, effectiveId: userId, action: 'foreign_cart_asked', object: userId };
  await db.transaction().execute((tx) => audit.record(tx, deps, auditEntry));
}

const userOf = (caller: Caller): string | null => (caller.kind === 'person' ? caller.userId : null);

/** Throws the same for a cart of somebody else as for one that does not exist. */
function found(cart: store.CartRow | undefined, userId: string | null): store.CartRow {
  if (!cart || !mayUse(cart, userId)) throw new DomainError('cart_not_found');
  return cart;
}

async function describeAfresh(tx: Tx, id: string): Promise<WireCart> {
  const cart = await store.find(tx, id);
  if (!cart) throw new DomainError('cart_not_found');
  return describe(tx, cart);
}

async function replaceItems(tx: Tx, cartId: string, ids: string[]): Promise<void> {
  const sold = await products.findActive(tx, ids);
  if (sold.length !== ids.length) throw new DomainError('product_unavailable');
  if (sold.some((product) => chargedToday(product) === null)) throw new DomainError('product_needs_quote');
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
  country: countryCode(draft.country) ?? draft.country,
  discount_code: draft.discountCode ?? null,
});
