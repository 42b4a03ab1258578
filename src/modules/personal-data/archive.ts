/**
 * Exports everything that the shop stores about a user, as files readable by people and software. Cards are
 * read from the processor, because only the processor stores them.
 */
import { z } from 'zod';
import { Order } from '#contract/orders.ts';
import type * as contract from '#contract/personal-data.ts';
import { Subscription } from '#contract/subscriptions.ts';
import type { Handled } from '#contract/endpoint.ts';
import { worded } from '#kernel/language.ts';
import { type Company, site } from '#content/site.ts';
import * as links from '#modules/accounts/links/service.ts';
import * as users from '#modules/accounts/people/store.ts';
import * as own from '#modules/checkout/own-orders/service.ts';
import * as cards from '#modules/payments/cards.ts';
import { listSubscriptions } from '#modules/subscriptions/view.ts';
import * as audit from '#platform/audit.ts';
import type { Tx } from '#platform/database.ts';
import type { Deps } from '#modules/shared/deps.ts';
import { packTask } from '#platform/pack-files.ts';
import type { Person } from '#platform/mount.ts';
import { RateLimited } from '#platform/rate-limits.ts';
import { assertAddressTyped } from './on-request.ts';
import { archiveReads, readAll } from './read-store.ts';

const readsPerHour = 3;
const hourMs = 3_600_000;

type File = Handled<typeof contract.readArchive>;
type Owner = { userId: string; email: string };

/**
 * Throws `cards_unavailable` when the processor is unavailable, because an archive without cards would be
 * wrong. Throws `rate_limited` for the fourth within an hour, because an archive is expensive. An email
 * notifies the owner, in case the session was stolen.
 */
export async function readArchive(deps: Deps, caller: Person): Promise<File> {
  const { db } = deps;
  await db.transaction().execute(async (tx) => {
    await assertNotTooOften(tx, deps, caller);
    await audit.record(tx, deps, ...(await own.attachOrders(tx, caller)));
  });
  const file = await archiveOf(deps, caller);
  await db.transaction().execute((tx) => noteRead(tx, deps, caller));
  return file;
}

/**
 * For a customer who asked staff for it. Throws `not_found`, `invalid_request` when `email` is not the
 * customer's, and `cards_unavailable`. The customer is notified by email before staff receive the file.
 */
export async function exportArchive(
  deps: Deps,
  { customerId, actorId }: { customerId: string; actorId: string },
  { email, reason }: { email: string; reason: string },
): Promise<File> {
  const user = await users.find(deps.db, customerId);
  assertAddressTyped(user, email);
  const file = await archiveOf(deps, { userId: user.id, email: user.email });
  await deps.db.transaction().execute(async (tx) => {
    const locked = await users.lock(tx, customerId);
    assertAddressTyped(locked, email);
    await links.write(tx, deps, locked, 'data_exported', { reason });
    const entry = { actorId, effectiveId: customerId, action: 'archive_exported', object: customerId };
    await audit.record(tx, deps, { ...entry, after: { reason }, isStored: true });
  });
  return file;
}

async function archiveOf(deps: Deps, owner: Owner): Promise<File> {
  const { db, clock } = deps;
  const [read, orders, subscriptions, savedCards] = await Promise.all([
    readAll(db, owner),
    own.ordersOf(deps, owner.userId),
    listSubscriptions(deps, owner, {}),
    cards.list(deps, owner),
  ]);
  const [profile] = read.profile ?? [];
  const parts: Record<string, unknown> = {
    ...read,
    profile,
    orders: z.encode(z.array(Order), orders),
    subscriptions: z.encode(z.array(Subscription), subscriptions),
    cards: savedCards.map(({ id: _reference, ...card }) => card),
  };
  const now = clock.now();
  const files = Object.entries(parts).map(([name, part]) => ({
    name: `${name}.json`,
    text: `${JSON.stringify(part, null, 2)}\n`,
  }));
  const packed = {
    files: [
      { name: 'README.txt', text: readme(owner.email, now, deps.settings.current().company) },
      ...files,
    ],
    at: now,
  };
  const content = await deps.parsing.run(packTask, packed);
  return {
    fileName: `stateside-my-data-${now.toISOString().slice(0, 10)}.zip`,
    content: Buffer.from(content).toString('base64'),
  };
}

/** Only delivered archives count, so an unavailable processor does not use up an attempt. */
async function assertNotTooOften(tx: Tx, { clock }: Deps, { userId }: Person): Promise<void> {
  const now = clock.now();
  const [first, ...others] = await archiveReads(tx, userId, new Date(now.getTime() - hourMs));
  if (first === undefined || others.length + 1 < readsPerHour) return;
  const waitSeconds = Math.max(1, Math.ceil((first.getTime() + hourMs - now.getTime()) / 1_000));
  throw new RateLimited(
    waitSeconds,
    worded('You can download your data three times an hour. Please try again {wait}'),
  );
}

/** Checked again under the lock on the user: of many concurrent requests three succeed. */
async function noteRead(tx: Tx, deps: Deps, caller: Person): Promise<void> {
  const user = await users.lock(tx, caller.userId);
  await assertNotTooOften(tx, deps, caller);
  if (user !== undefined) await links.write(tx, deps, user, 'data_downloaded');
  await audit.record(tx, deps, { actorId: caller.userId, action: 'archive_read', object: caller.userId });
}

const readme = (email: string, now: Date, company: Company): string => `What ${site.name} holds about ${email}
Made on ${now.toISOString()}. All times are in UTC. Amounts are in US dollars.

The files are JSON. You can open them in any text editor.

profile.json          your details
orders.json           your orders, with payments, refunds, and history
credit-notes.json     credit notes, which reduce an invoice
pending-email-change.json  a requested new email address, and which of the two addresses has confirmed it
unpaid-orders.json    orders that were never paid
subscriptions.json    your subscriptions, with every charge
renewal-consents.json  the renewal terms you agreed to, and when
company.json          your company, with only the last four digits of its EIN
credit-applications.json  your Net 30 applications, with each decision and its reasons
credit-ledger.json    each change to your credit, with its reason; an increase of the limit is positive
credit-holds.json     when credit purchases were on hold, and why
reporting.json        your connections to Factiiv; the key is encrypted, and deleted when a connection ends
reporting-consents.json  your consents to reports, with their dates
reports.json          each report of your purchases: what was sent, when, and the result
credit-scores.json    your Factiiv scores, as we received them
monthly-figures.json  your Net 30 account at the end of each month
carts.json            your saved carts
cards.json            your saved cards, as our card processor reports them; we never see the full number
sessions.json         where you logged in
recovery-codes.json   when recovery codes for two-factor log-in were created and used; we cannot read the codes
emails.json           the emails we sent you
messages.json         your messages from the contact form, and our replies
consents.json         your consents from the contact form, word for word
activity.json         the security log of your account
support-access.json   when a member of our team opened your account, and why

Not in these files: your password, which we store only as a hash, the secret of your authenticator app, which we store encrypted, and logs,
which are deleted after a short time.

Questions? Write to ${company.email}.
`;
