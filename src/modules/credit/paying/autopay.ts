/**
 * Automatic payments: off by default, with a consent text, one attempt on each invoice's due day, and one
 * more each time a dispute reopens it.
 */
import type * as contract from '#contract/credit-payments.ts';
import type { Handled, Received } from '#contract/endpoint.ts';
import { addDays, utcDay } from '#kernel/credit-terms.ts';
import { DomainError } from '#kernel/errors.ts';
import * as users from '#modules/accounts/people/store.ts';
import type { Addressee } from '#modules/mail/emails/account.ts';
import { autopayFailedEmail, autopayOffEmail, autopayOnEmail } from '#modules/mail/emails/credit-order.ts';
import { senderOf } from '#modules/mail/sender.ts';
import * as mail from '#modules/mail/service.ts';
import { dueOf } from '#modules/invoices/rules.ts';
import * as cards from '#modules/payments/cards.ts';
import * as audit from '#platform/audit.ts';
import type { Tx } from '#platform/database.ts';
import type { Deps } from '#modules/shared/deps.ts';
import type { Person } from '#platform/mount.ts';
import { currentRequest } from '#platform/request-context.ts';
import { GatewayUnavailable } from '#ports/payment-gateway.ts';
import { insertConsent } from '#modules/credit/application/store.ts';
import * as store from './autopay-store.ts';
import { applyCreditInvoice } from '#modules/credit/invoices/follow.ts';
import * as invoices from '#modules/credit/invoices/store.ts';
import { tryCard } from './by-card.ts';
import * as accounts from '#modules/credit/ledger/store.ts';
import { termsOf } from '#modules/credit/application/terms.ts';

type Answer = Handled<typeof contract.readAutopay>;
const terms = termsOf('autopay');

export async function readAutopay({ db }: Deps, { userId }: Person): Promise<Answer> {
  const account = await accounts.findOf(db, userId);
  const on = account === null ? null : await store.find(db, account.id);
  const card = on === null ? null : { id: on.cardRef, brand: on.brand, last4: on.last4 };
  return { autopay: on === null || card === null ? null : { since: on.since.toISOString(), card }, terms };
}

/** Throws `autopay_terms_changed`, `credit_none`, `card_not_found`, `card_expired`, `cards_unavailable`. */
export async function turnOn(
  deps: Deps,
  caller: Person,
  { paymentMethodId, termsVersion }: Received<typeof contract.turnOnAutopay>['body'],
): Promise<Answer> {
  if (termsVersion !== terms.version) throw new DomainError('autopay_terms_changed');
  const { userId } = caller;
  const card = await findCard(deps, caller, paymentMethodId);
  await deps.db.transaction().execute(async (tx) => {
    const account = await lockOpenAccount(tx, userId);
    const now = deps.clock.now();
    await store.turnOn(tx, {
      accountId: account.id,
      cardRef: paymentMethodId,
      brand: card.brand,
      last4: card.last4,
      since: now,
    });
    const clientAddress = currentRequest()?.client ?? null;
    await insertConsent(tx, { kind: 'autopay', ...terms, userId, applicationId: null, clientAddress, now });
    await notify(tx, deps, userId, 'autopay_on', (to) => autopayOnEmail({ ...to, card }));
    await audit.record(tx, deps, { ...audit.by(caller), action: 'autopay_on', object: account.id });
  });
  return readAutopay(deps, caller);
}

/** Idempotent. */
export async function turnOff(deps: Deps, caller: Person): Promise<Answer> {
  await deps.db.transaction().execute(async (tx) => {
    await users.lock(tx, caller.userId);
    const account = await accounts.lockOf(tx, caller.userId);
    if (account === null || !(await store.turnOff(tx, account.id))) return;
    await notify(tx, deps, caller.userId, 'autopay_off', autopayOffEmail);
    await audit.record(tx, deps, { ...audit.by(caller), action: 'autopay_off', object: account.id });
  });
  return readAutopay(deps, caller);
}

async function findCard(
  deps: Deps,
  caller: Person,
  cardRef: string,
): Promise<{ brand: string; last4: string }> {
  await cards.assertUsable(deps, caller.userId, cardRef).catch((error: unknown) => {
    throw error instanceof GatewayUnavailable ? new DomainError('cards_unavailable') : error;
  });
  const card = (await cards.list(deps, caller)).find(({ id }) => id === cardRef);
  if (card === undefined) throw new DomainError('card_not_found');
  return card;
}

async function lockOpenAccount(tx: Tx, userId: string): Promise<accounts.Account> {
  await users.lock(tx, userId);
  const account = await accounts.lockOf(tx, userId);
  if (account === null || account.status !== 'open') throw new DomainError('credit_none');
  return account;
}

type Email = mail.EmailDraft['email'];

async function notify(
  tx: Tx,
  deps: Deps,
  userId: string,
  kind: mail.EmailDraft['kind'],
  write: (to: Addressee) => Email,
): Promise<void> {
  const user = await users.find(tx, userId);
  if (user === undefined || user.deleted_at !== null) return;
  const email = write({ firstName: user.first_name, ...senderOf(deps) });
  await mail.queue(tx, deps, { kind, orderId: null, to: user.email, email });
}

/** After an outage on the due day, the shop still tries for this long; then reminders take over. */
const triedForDays = 3;
const batchSize = 500;

/** Longer than a job's own retries (`retryPolicy`). */
const undecidedForMs = 6 * 3_600_000;

/**
 * Run by the sweep: starts one attempt per due invoice, and continues attempts without an outcome. Returns
 * the number started.
 */
export async function beginAutopay(deps: Pick<Deps, 'db' | 'clock' | 'jobs'>): Promise<number> {
  const { db, clock, jobs } = deps;
  const now = clock.now();
  const today = utcDay(now);
  let begun = 0;
  for (const invoiceId of await store.due(db, {
    from: addDays(today, -triedForDays),
    today,
    limit: batchSize,
  }))
    await db.transaction().execute(async (tx) => {
      const invoice = await invoices.find(tx, invoiceId);
      const account = invoice?.userId ? await accounts.findOf(tx, invoice.userId) : null;
      const on = account === null ? null : await store.find(tx, account.id);
      if (invoice === null || on === null || !(await store.begin(tx, openingOf(invoice), on.cardRef, now)))
        return;
      await jobs.enqueue(tx, 'autopay-invoice', { invoiceId });
      begun += 1;
    });
  const before = new Date(now.getTime() - undecidedForMs);
  for (const opening of await store.undecided(db, before, batchSize))
    await db.transaction().execute(async (tx) => {
      if (await store.claimOpening(tx, opening, { before, now }))
        await jobs.enqueue(tx, 'autopay-invoice', { invoiceId: opening.invoiceId });
    });
  return begun;
}

const openingOf = ({ id: invoiceId, reopened }: invoices.HalfInvoice): store.Opening => ({
  invoiceId,
  reopened,
});

async function isOn(deps: Deps, userId: string | null): Promise<boolean> {
  const account = userId === null ? null : await accounts.findOf(deps.db, userId);
  return account !== null && (await store.find(deps.db, account.id)) !== null;
}

/**
 * The job, keyed by invoice and reopen count, so a rerun is the same attempt. It does not charge customers
 * who have turned automatic payments off.
 */
export async function payOnDueDay(deps: Deps, invoiceId: string): Promise<void> {
  const invoice = await invoices.find(deps.db, invoiceId);
  if (invoice === null || invoice.processorRef === null) return;
  await store.endFormer(deps.db, openingOf(invoice), deps.clock.now());
  const begun = await store.findTry(deps.db, openingOf(invoice));
  if (begun === null || begun.isDecided) return;
  if (invoice.status !== 'open') return void (await decide(deps, invoice, 'not_needed'));
  const isLate = invoice.dueOn < addDays(utcDay(deps.clock.now()), -triedForDays);
  const isOff = !(await isOn(deps, invoice.userId));
  if (isOff || isLate) {
    // An earlier attempt without a known outcome may have paid it.
    await applyCreditInvoice(deps, invoice.processorRef);
    const isPaid = (await invoices.find(deps.db, invoiceId))?.status !== 'open';
    return void (await decide(deps, invoice, isOff || isPaid ? 'not_needed' : 'declined'));
  }
  const result = await tryCard(deps, {
    processorRef: invoice.processorRef,
    cardRef: begun.cardRef,
    key: `autopay:${invoiceId}${invoice.reopened === 0 ? '' : `:${invoice.reopened}`}`,
    isPresent: false,
  });
  if (result.outcome === 'unknown')
    throw new GatewayUnavailable('the result of an automatic payment is unknown');
  await applyCreditInvoice(deps, invoice.processorRef);
  await decide(deps, invoice, result.outcome);
}

const decide = (
  deps: Deps,
  invoice: invoices.HalfInvoice,
  outcome: Parameters<typeof store.decide>[2],
): Promise<void> =>
  deps.db.transaction().execute(async (tx) => {
    if (!(await store.decide(tx, openingOf(invoice), outcome, deps.clock.now())) || invoice.userId === null)
      return;
    if (outcome !== 'declined' && outcome !== 'requires_action') return;
    const facts = {
      invoice,
      owed: dueOf(invoice),
      dueOn: invoice.dueOn,
      isQuestion: outcome === 'requires_action',
    };
    await notify(tx, deps, invoice.userId, 'autopay_failed', (to) => autopayFailedEmail({ ...to, ...facts }));
  });
