/**
 * Saved cards. They are read from the processor each time, so a removed card or one of another customer is
 * never offered. The browser saves a card at the processor; we only create the setup and record its outcome.
 */
import { DomainError } from '#kernel/errors.ts';
import { freshId } from '#kernel/ids.ts';
import { worded } from '#kernel/language.ts';
import type * as contract from '#contract/cards.ts';
import type { Handled, Received } from '#contract/endpoint.ts';
import * as audit from '#platform/audit.ts';
import type { Deps } from '#modules/shared/deps.ts';
import type { Person } from '#platform/mount.ts';
import { RateLimited } from '#platform/rate-limits.ts';
import type { CardSetup, SavedCard, Wallet } from '#ports/card-wallet.ts';
import { GatewayRefused, GatewayUnavailable } from '#ports/payment-gateway.ts';
import { isBelowCardLimit, hourMs, isExpired, sameCard, usableCards, waitForSetup } from './card-rules.ts';
import * as store from './customer-store.ts';
import { ensureCustomer, unlinkCustomer } from './customers.ts';

type CardList = Handled<typeof contract.listPaymentMethods>;
type NewCard = Pick<Received<typeof contract.addPaymentMethod>, 'headers' | 'body'>;

/** Throws `cards_unavailable` when the processor is unavailable, because an empty list would be wrong. */
export async function list(deps: Deps, { userId }: Pick<Person, 'userId'>): Promise<CardList> {
  const { wallet } = await readWallet(deps, userId).catch(throwUnavailable(deps));
  return usableCards(wallet, deps.clock.now()).map(
    ({ cardRef, name, last4, expMonth, expYear, brand, isDefault }) => ({
      id: cardRef,
      name: name ?? '',
      last4,
      expMonth,
      expYear,
      brand,
      isDefault,
    }),
  );
}

/**
 * A repeated attempt returns the same setup. Throws `cards_unavailable`, `cards_full`, `rate_limited`,
 * `idempotency_mismatch`.
 */
export async function add(
  deps: Deps,
  person: Person,
  { headers, body }: NewCard,
): Promise<{ client_secret: string }> {
  const attempt = headers['idempotency-key'] ?? null;
  const holderName = `${body.firstName} ${body.lastName}`;
  const open = (named: string | null): Promise<string> =>
    openSetup(deps, { userId: person.userId, attempt: named, holderName });
  const secret = await open(attempt)
    // The customer was deleted at the processor and its reference has been cleared, so this creates a new
    // one.
    .catch((error: unknown) =>
      error instanceof GatewayRefused && error.code === 'customer_unknown'
        ? open(null)
        : Promise.reject(error),
    )
    .catch(throwUnavailable(deps));
  return { client_secret: secret };
}

type SetupRequest = Pick<store.SetupRow, 'userId' | 'attempt' | 'holderName'>;

async function openSetup(deps: Deps, options: SetupRequest): Promise<string> {
  const customerRef = await ensureCustomer(deps, options.userId);
  const setup = (await findEarlierSetup(deps, options)) ?? (await begin(deps, options, customerRef));
  const fromProcessor = setup.setupRef === null ? null : await deps.gateway.readSetup(setup.setupRef);
  if (fromProcessor !== null && (fromProcessor.state === 'succeeded' || fromProcessor.state === 'canceled')) {
    // That setup has already saved a card, so the same form gets another one.
    await recordSetup(deps, setup.id, fromProcessor);
    await store.releaseAttempt(deps.db, setup.id);
    return openSetup(deps, options);
  }
  const opened =
    fromProcessor ??
    (await deps.gateway
      .openSetup({ setupId: setup.id, customerRef: setup.customerRef, holderName: setup.holderName })
      .catch(async (error: unknown) => {
        if (error instanceof GatewayRefused && error.code === 'customer_unknown')
          await unlinkCustomer(deps, options.userId, setup.customerRef);
        throw error;
      }));
  await recordSetup(deps, setup.id, opened);
  return opened.clientSecret;
}

async function findEarlierSetup(
  { db }: Deps,
  { userId, attempt, holderName }: SetupRequest,
): Promise<store.SetupRow | null> {
  const earlier = attempt === null ? null : await store.findSetup(db, userId, attempt);
  if (earlier !== null && earlier.holderName !== holderName)
    throw new DomainError(
      'idempotency_mismatch',
      worded('This attempt was already used for a different name. Please try again'),
    );
  return earlier;
}

/** Written under the lock on the user, so that a hundred concurrent attempts count as a hundred. */
async function begin(deps: Deps, options: SetupRequest, customerRef: string): Promise<store.SetupRow> {
  const now = deps.clock.now();
  const { wallet } = await readWallet(deps, options.userId);
  if (!isBelowCardLimit(wallet, now)) throw new DomainError('cards_full');
  return deps.db.transaction().execute(async (tx) => {
    await store.lockPerson(tx, options.userId);
    const waitSeconds = waitForSetup(
      await store.setupsSince(tx, options.userId, new Date(now.getTime() - hourMs)),
      now,
    );
    if (waitSeconds !== null) throw new RateLimited(waitSeconds, tooManyTries);
    return store.insertSetup(tx, { ...options, id: freshId('set'), customerRef, now });
  });
}

const tooManyTries = worded('You have tried to save a card many times. Please try again {wait}');

/** Throws `card_not_found` for a card of another customer, exactly as for one that does not exist. */
export async function remove(deps: Deps, person: Person, cardRef: string): Promise<Record<string, never>> {
  const { wallet, card } = await own(deps, person.userId, cardRef).catch(throwUnavailable(deps));
  for (const record of sameCard(wallet, card))
    await deps.gateway.removeCard(record).catch(throwUnavailable(deps));
  await note(deps, person, 'card_removed', cardRef);
  return {};
}

/** Throws `card_not_found`, and `card_expired` for one that can no longer be charged. */
export async function makeDefault(
  deps: Deps,
  person: Person,
  cardRef: string,
): Promise<Record<string, never>> {
  const { customerRef, card } = await own(deps, person.userId, cardRef).catch(throwUnavailable(deps));
  if (isExpired(card, deps.clock.now())) throw new DomainError('card_expired');
  await deps.gateway.setDefaultCard(customerRef, cardRef).catch((error: unknown) => {
    if (error instanceof GatewayRefused && error.code === 'card_unknown')
      throw new DomainError('card_not_found');
    throwUnavailable(deps)(error);
  });
  await note(deps, person, 'card_made_default', cardRef);
  return {};
}

/** Runs before a purchase. Throws `card_not_found`, `card_expired`, and what the gateway throws. */
export async function assertUsable(deps: Deps, userId: string, cardRef: string): Promise<void> {
  const customerRef = await store.findCustomerRef(deps.db, userId);
  const card = customerRef === null ? null : await deps.gateway.readCard(customerRef, cardRef);
  if (card === null) throw new DomainError('card_not_found');
  if (isExpired(card, deps.clock.now())) throw new DomainError('card_expired');
}

/** Runs before a purchase that saves its card. Throws `cards_full`, and what the gateway throws. */
export async function assertCardLimit(deps: Deps, userId: string): Promise<void> {
  const { wallet } = await readWallet(deps, userId);
  if (!isBelowCardLimit(wallet, deps.clock.now())) throw new DomainError('cards_full');
}

/**
 * Handles an event about a setup: re-reads it and records it once. A setup that is not ours changes nothing.
 */
export async function applySetup(deps: Deps, setupRef: string): Promise<void> {
  const remote = await deps.gateway.readSetup(setupRef);
  if (remote === null || remote.setupId === null) return;
  await recordSetup(deps, remote.setupId, remote);
  if (remote.state === 'succeeded') await deps.settlement.follow.setup(deps, remote.setupId);
}

/** The first source to report the setup writes the audit entry. */
async function recordSetup(
  { db, ...deps }: Deps,
  id: string,
  remote: Pick<CardSetup, 'setupRef' | 'state'>,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const userId = await store.moveSetup(tx, id, remote);
    if (userId === null || remote.state !== 'succeeded') return;
    await audit.record(tx, deps, { actorId: userId, action: 'card_saved', object: id });
  });
}

async function own(
  deps: Deps,
  userId: string,
  cardRef: string,
): Promise<{ customerRef: string; wallet: Wallet; card: SavedCard }> {
  const { customerRef, wallet } = await readWallet(deps, userId);
  const card = wallet.cards.find((saved) => saved.cardRef === cardRef);
  if (customerRef === null || card === undefined) throw new DomainError('card_not_found');
  return { customerRef, wallet, card };
}

/**
 * Empty for a user without a customer at the processor, which is the usual state before the first saved card.
 */
async function readWallet(
  deps: Deps,
  userId: string,
): Promise<{ customerRef: string | null; wallet: Wallet }> {
  const customerRef = await store.findCustomerRef(deps.db, userId);
  const wallet = customerRef === null ? null : await deps.gateway.readWallet(customerRef);
  if (customerRef !== null && wallet === null) await unlinkCustomer(deps, userId, customerRef);
  return { customerRef, wallet: wallet ?? { cards: [], defaultCardRef: null } };
}

const note = ({ db, ...deps }: Deps, person: Person, action: string, cardRef: string): Promise<void> =>
  db.transaction().execute((tx) =>
    audit.record(tx, deps, {
      actorId: person.actor?.userId ?? person.userId,
      effectiveId: person.userId,
      action,
      object: cardRef,
    }),
  );

const throwUnavailable =
  (deps: Deps) =>
  (error: unknown): never => {
    if (!(error instanceof GatewayUnavailable) && !(error instanceof GatewayRefused)) throw error;
    deps.log.error({ err: error }, 'the processor could not list saved cards');
    throw new DomainError('cards_unavailable');
  };
