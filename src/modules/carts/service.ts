/**
 * Stores carts on the server, so that closing the browser loses nothing. Prices are always current, never the
 * client's.
 */
import { invoiceColumnsOf, invoiceFieldNames, invoiceFields, mapNames } from '#kernel/billing-fields.ts';
import { asciiEmail, normalizeEmail } from '#kernel/email-address.ts';
import { shownEmail } from '#platform/shown-email.ts';
import { countryCode } from '#kernel/countries.ts';
import { pageLanguage } from '#kernel/email-language.ts';
import { DomainError } from '#kernel/errors.ts';
import { freshId } from '#kernel/ids.ts';
import { add, zero } from '#kernel/money.ts';
import type * as contract from '#contract/carts.ts';
import type { Handled, Received } from '#contract/endpoint.ts';
import { isWorthNoting } from '#modules/accounts/limits/service.ts';
import { chargedToday } from '#modules/catalog/rules.ts';
import * as catalog from '#modules/catalog/service.ts';
import * as products from '#modules/catalog/store.ts';
import * as audit from '#platform/audit.ts';
import type { Database, Tx } from '#platform/database.ts';
import { retryOnDeadlock } from '#platform/deadlock.ts';
import type { Deps } from '#modules/shared/deps.ts';
import type { Caller, Person } from '#platform/mount.ts';
import * as merges from './merge.ts';
import { isClosed, isExpired, mayUse, next, union } from './rules.ts';
import * as store from './store.ts';

type Draft = Received<typeof contract.createCart>['body'];
type Update = Received<typeof contract.updateCart>['body'];
type WireCart = Handled<typeof contract.readCart>;

/** If the person is already filling a cart, adds the products to it. */
export const create = (deps: Deps, caller: Caller, draft: Draft): Promise<WireCart> =>
  change(deps, async (tx, now) => {
    await assertSold(tx, draft.productIds);
    const existing = await ownCart(tx, caller, null);
    if (existing !== null) return take(tx, existing, { draft, known: [], now });
    const id = freshId('cart');
    await store.insert(tx, id, userOf(caller), toFields(draft), now);
    await store.replaceItems(tx, id, draft.productIds);
    return describeStored(tx, id);
  });

/**
 * Also makes a guest's cart the caller's. If they are already filling one, merges it into that cart and
 * returns its id. Throws `cart_completed` once an order made from the cart was paid.
 */
export const update = (
  deps: Deps,
  caller: Caller,
  id: string,
  { knownProductIds, ...draft }: Update,
): Promise<WireCart> =>
  change(deps, async (tx, now) => {
    const userId = userOf(caller);
    const own = await ownCart(tx, caller, id);
    const cart = found(await store.lock(tx, id), userId);
    if (cart.merged_into === null) next(cart.status, 'change');
    await assertSold(tx, draft.productIds);
    const stored = await store.productIds(tx, id);
    const target = await merges.targetOf(tx, cart, own);
    if (target === null) {
      await store.update(tx, id, next(cart.status, 'change'), toFields(draft), now);
      const others =
        knownProductIds === undefined
          ? []
          : stored.filter((productId) => !knownProductIds.includes(productId));
      await store.replaceItems(tx, id, union(draft.productIds, others));
      if (userId !== null && cart.user_id === null) await store.bind(tx, id, userId);
      return describeStored(tx, id);
    }
    if (userId !== null && cart.merged_into === null) await store.markMerged(tx, id, target.id, userId);
    return take(tx, target, {
      draft,
      known: cart.merged_into === null ? [] : (knownProductIds ?? stored),
      now,
    });
  });

/**
 * Makes a guest's cart the person's. If they are already filling one, the guest's cart is merged into it and
 * marked lost, so that only one of them can be paid. Idempotent. Returns the remaining cart.
 */
export const merge = (deps: Deps, person: Person, id: string): Promise<WireCart> =>
  change(deps, async (tx, now) => {
    const own = await ownCart(tx, person, id);
    const cart = found(await store.lock(tx, id), person.userId);
    // Returns the closed cart, so that a client still showing its products learns they were bought and does
    // not add them again.
    if (isClosed(cart.status)) return describe(tx, cart);
    const target = await merges.targetOf(tx, cart, own);
    if (target === null && cart.user_id === null) await store.bind(tx, id, person.userId);
    if (target !== null && cart.merged_into === null) await merges.mergeInto(tx, cart, target, now);
    return describeStored(tx, target?.id ?? id);
  });

/** Throws `cart_not_found` for a guest's cart idle for long; a holder of its id may still write to it. */
export async function read({ db, clock }: Deps, caller: Caller, id: string): Promise<WireCart> {
  const cart = found(await store.find(db, id), userOf(caller));
  if (cart.user_id === null && isExpired(cart.updated_at, clock.now()))
    throw new DomainError('cart_not_found');
  return describe(db, found(await merges.follow(db, cart), userOf(caller)));
}

/**
 * Deletes the cart: every later call throws `cart_not_found`. Orders made from it stay and can be paid.
 * Throws `cart_completed` once one of them was paid.
 */
export const remove = (deps: Deps, caller: Caller, id: string): Promise<WireCart> =>
  change(deps, async (tx, now) => {
    const cart = found(await store.lock(tx, id), userOf(caller));
    const status = cart.status === 'lost' ? 'lost' : next(cart.status, 'give_up');
    await store.markDeleted(tx, id, status, now);
    return { id, status };
  });

/** The cart that a person is filling on any device, or null. */
export async function pendingOf(db: Database | Tx, userId: string): Promise<WireCart | null> {
  const cart = await store.findOpenOf(db, userId);
  return cart === undefined ? null : describe(db, cart);
}

/** Throws `cart_not_found` both for another person's address and when there is no cart. */
export async function readPending(deps: Deps, person: Person, email: string): Promise<WireCart> {
  const isOwn = normalizeEmail(email) === person.email;
  if (!isOwn) await noteForeign(deps, person);
  const cart = isOwn ? await pendingOf(deps.db, person.userId) : null;
  if (cart === null) throw new DomainError('cart_not_found');
  return cart;
}

/** Our pages never request another address, so this indicates probing. */
async function noteForeign({ db, ...deps }: Deps, { userId, actor }: Person): Promise<void> {
  if (!(await isWorthNoting({ db, ...deps }, 'foreign_cart', userId))) return;
  const auditEntry = {
    actorId: actor?.userId ?? userId,
    effectiveId: userId,
    action: 'foreign_cart_asked',
    object: userId,
  };
  await db.transaction().execute((tx) => audit.record(tx, deps, auditEntry));
}

const userOf = (caller: Caller): string | null => (caller.kind === 'person' ? caller.userId : null);

/** Throws the same error for another person's cart as for a missing one. */
function found(cart: store.CartRow | undefined, userId: string | null): store.CartRow {
  if (!cart || !mayUse(cart, userId)) throw new DomainError('cart_not_found');
  return cart;
}

async function describeStored(tx: Tx, id: string): Promise<WireCart> {
  const cart = await store.find(tx, id);
  if (!cart) throw new DomainError('cart_not_found');
  return describe(tx, cart);
}

async function assertSold(tx: Tx, ids: string[]): Promise<void> {
  const sold = await products.findActive(tx, ids);
  if (sold.length !== ids.length) throw new DomainError('product_unavailable');
  if (sold.some((product) => chargedToday(product) === null)) throw new DomainError('product_needs_quote');
}

const change = <T>(deps: Deps, work: (tx: Tx, now: Date) => Promise<T>): Promise<T> =>
  retryOnDeadlock(deps, () => deps.db.transaction().execute((tx) => work(tx, deps.clock.now())));

/**
 * Returns the cart that the caller is filling, other than the named one, locked after the person. Null for
 * guests.
 */
async function ownCart(tx: Tx, caller: Caller, namedId: string | null): Promise<store.CartRow | null> {
  if (caller.kind === 'guest') return null;
  await store.lockPerson(tx, caller.userId);
  return (await store.lockOpenOf(tx, caller.userId, namedId)) ?? null;
}

type Brought = {
  draft: Draft /** Products known to the client that sends the draft: those missing from the draft were removed. */;
  known: string[];
  now: Date;
};

async function take(tx: Tx, cart: store.CartRow, { draft, known, now }: Brought): Promise<WireCart> {
  const status = next(cart.status, 'change');
  const rest = (await store.productIds(tx, cart.id)).filter((productId) => !known.includes(productId));
  await store.update(tx, cart.id, status, merges.filled(toFields(draft), cart), now);
  await store.replaceItems(tx, cart.id, union(rest, draft.productIds));
  return describeStored(tx, cart.id);
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
    email: shownEmail(cart.email),
    phoneNumber: cart.phone_number,
    address: cart.address_line1,
    ...mapNames(invoiceFieldNames, (name) => cart[invoiceFields[name].column]),
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
  // A partial address is stored as typed.
  email: asciiEmail(draft.email) ?? draft.email,
  phone_number: draft.phoneNumber,
  address_line1: draft.addressLine1,
  ...invoiceColumnsOf(draft, ''),
  country: countryCode(draft.country) ?? draft.country,
  discount_code: draft.discountCode ?? null,
  language: pageLanguage(draft.language),
});
