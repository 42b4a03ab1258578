/**
 * Handles idle carts: they become abandoned, their owners are reminded at most twice, and finally they become
 * lost. A reminder is decided once, in the transaction that queues its email. A crash before the commit
 * leaves nothing, and the next sweep decides.
 */
import { asciiEmail, normalizeEmail } from '#kernel/email-address.ts';
import { freshId } from '#kernel/ids.ts';
import type { CartTimes } from '#content/shop-settings.ts';
import { chargedToday } from '#modules/catalog/rules.ts';
import * as products from '#modules/catalog/store.ts';
import { cartReminderEmail } from '#modules/mail/emails/cart.ts';
import { senderOf } from '#modules/mail/sender.ts';
import * as mail from '#modules/mail/service.ts';
import { addressHashes, readUnsubscribeToken } from '#modules/mail/unsubscribe.ts';
import { DomainError } from '#kernel/errors.ts';
import * as audit from '#platform/audit.ts';
import type { Tx } from '#platform/database.ts';
import type { Deps } from '#modules/shared/deps.ts';
import * as reminders from './reminder-store.ts';
import { next, type ReminderNumber, reminderWindowDays, secondReminderDelayMs } from './rules.ts';
import * as store from './store.ts';

export type CartSweep = {
  abandoned: number;
  reminded: number;
  skipped: number;
  lost: number;
  failed: number;
};

/** Carts of each kind per sweep, so that a backlog cannot make one endless. */
const sweepAtMost = 1_000;
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

export async function sweepCarts(deps: Deps, times: CartTimes): Promise<CartSweep> {
  const now = deps.clock.now();
  const before = (ms: number): Date => new Date(now.getTime() - ms);
  const report: CartSweep = { abandoned: 0, reminded: 0, skipped: 0, lost: 0, failed: 0 };
  // First, so that no reminder is sent for a cart about to be lost.
  report.lost = await reminders.markLostSince(deps.db, before(times.lostAfterDays * dayMs), sweepAtMost);
  const idle = await reminders.idleSince(deps.db, before(times.abandonedAfterHours * hourMs), sweepAtMost);
  for (const cartId of idle)
    await surviving(deps, report, cartId, () => remind(deps, times, { cartId, number: 1, report }));
  const second = await reminders.waitingForSecond(
    deps.db,
    before(times.secondReminderAfterHours * hourMs),
    before(secondReminderDelayMs(times)),
    sweepAtMost,
  );
  for (const cartId of second)
    await surviving(deps, report, cartId, () => remind(deps, times, { cartId, number: 2, report }));
  return report;
}

async function surviving(
  { log }: Deps,
  report: CartSweep,
  cartId: string,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    report.failed += 1;
    log.error({ err: error, cartId }, 'a cart could not be processed');
  }
}

type Reminding = { cartId: string; number: ReminderNumber; report: CartSweep };

async function remind(deps: Deps, times: CartTimes, { cartId, number, report }: Reminding): Promise<void> {
  const now = deps.clock.now();
  const outcome = await deps.db.transaction().execute(async (tx) => {
    const state = await reminders.lockUnlessBusy(tx, cartId);
    const cart = state === undefined || state.isBeingPaid ? undefined : await store.find(tx, cartId);
    const idleHours = number === 1 ? times.abandonedAfterHours : times.secondReminderAfterHours;
    // The state read before the lock may be stale: the shopper may have just returned.
    if (cart === undefined || cart.updated_at.getTime() > now.getTime() - idleHours * hourMs) return null;
    if (cart.status !== (number === 1 ? 'pending' : 'abandoned')) return null;
    if (number === 1) {
      next(cart.status, 'idle');
      await store.markAbandoned(tx, cartId, now);
    }
    return decide(tx, deps, times, { cart, number, now });
  });
  if (outcome === null) return;
  if (number === 1) report.abandoned += 1;
  if (outcome === 'sent') report.reminded += 1;
  else report.skipped += 1;
}

type ReminderCheck = { cart: store.CartRow; number: ReminderNumber; now: Date };

/**
 * The caller holds the lock on the cart. `known`: the decision was already made, for a cart that was lost and
 * filled again.
 */
async function decide(
  tx: Tx,
  deps: Deps,
  times: CartTimes,
  { cart, number, now }: ReminderCheck,
): Promise<'sent' | reminders.SkipReason | 'known'> {
  const email = normalizeEmail(cart.email);
  const hashes = addressHashes(deps.keys, email);
  const isAddressStopped = await reminders.lockAddress(tx, hashes);
  const owner = cart.user_id === null ? null : await reminders.findOwner(tx, cart.user_id);
  const isOwnerStopped =
    owner !== null && (await reminders.isStopped(tx, addressHashes(deps.keys, owner.email)));
  const sold = await products.findActive(tx, await store.productIds(tx, cart.id));
  const items = sold.flatMap((product) => {
    const price = chargedToday(product);
    return price === null ? [] : [{ name: product.name, price, period: product.subscriptionPeriod }];
  });
  const since = new Date(now.getTime() - reminderWindowDays * dayMs);
  const skip = async (): Promise<reminders.SkipReason | null> => {
    if (isAddressStopped || isOwnerStopped) return 'stopped';
    if (owner !== null && !owner.mayLogIn) return 'account_closed';
    if (items.length === 0) return 'nothing_to_sell';
    if (await reminders.hasBoughtSince(tx, email, cart.user_id, cart.updated_at)) return 'bought';
    return (await reminders.countSince(tx, hashes, since)) >= times.remindersPerAddress ? 'too_many' : null;
  };
  const skipped = await skip();
  const id = freshId('rem');
  const isNew = await reminders.insert(tx, {
    id,
    cartId: cart.id,
    number,
    addressHash: hashes[0],
    skipped,
    now,
  });
  if (!isNew) {
    // Without a reminder, the address's row would stay unused.
    await reminders.deleteUnused(tx, hashes);
    return 'known';
  }
  if (skipped !== null) return skipped;
  const reminder = cartReminderEmail({
    cartId: cart.id,
    number,
    // An unconfirmed name could put a stranger's words into our email to an uninvolved person.
    firstName: owner?.isConfirmed === true && owner.email === email ? owner.firstName : '',
    items,
    ...senderOf(deps),
  });
  const inLanguage = cart.language === null ? {} : { language: cart.language };
  await mail.queue(tx, deps, {
    kind: 'cart_reminder',
    orderId: null,
    to: asciiEmail(cart.email) ?? cart.email,
    email: reminder,
    reminderId: id,
    ...inLanguage,
  });
  return 'sent';
}

/** Checked right before sending. */
export const isReminderWanted: mail.IsReminderWanted = reminders.isSendable;

/**
 * Handles the link in a reminder. Idempotent. Throws `unsubscribe_invalid` for an invalid link or a deleted
 * reminder.
 */
export async function stopReminders(deps: Deps, token: string): Promise<Record<string, never>> {
  const reminderId = readUnsubscribeToken(deps.keys, token);
  await deps.db.transaction().execute(async (tx) => {
    const addressHash = reminderId === null ? null : await reminders.addressOf(tx, reminderId);
    if (reminderId === null || addressHash === null) throw new DomainError('unsubscribe_invalid');
    const isNew = await reminders.stop(tx, addressHash, deps.clock.now());
    if (isNew)
      await audit.record(tx, deps, { actorId: null, action: 'reminders_stopped', object: reminderId });
  });
  return {};
}

/** Copies the opt-out when a customer changes their email address. */
export async function copyOptOut(
  tx: Tx,
  { keys, clock }: Pick<Deps, 'keys' | 'clock'>,
  from: string,
  to: string,
): Promise<void> {
  if (await reminders.isStopped(tx, addressHashes(keys, from)))
    await reminders.stop(tx, addressHashes(keys, to)[0], clock.now());
}
