/**
 * Everything that the shop holds about a person, as files that a person and a program can read. Cards are asked for at the processor,
 * which alone knows them.
 */
import { strToU8, zipSync } from 'fflate';
import { z } from 'zod';
import { Order, Subscription } from '#contract/orders.ts';
import type * as contract from '#contract/personal-data.ts';
import type { Handled } from '#contract/endpoint.ts';
import { site } from '#kernel/site.ts';
import * as own from '#modules/checkout/own-orders.ts';
import * as cards from '#modules/payments/cards.ts';
import * as audit from '#platform/audit.ts';
import type { Deps } from '#platform/deps.ts';
import type { Person } from '#platform/mount.ts';
import { readAll } from './read-store.ts';

/** Throws `cards_unavailable` when the processor is away: an archive without the cards would say that there are none. */
export async function readArchive(deps: Deps, caller: Person): Promise<Handled<typeof contract.readArchive>> {
  const { db, clock } = deps;
  await db.transaction().execute((tx) => own.attachOrders(tx, deps, caller));
  const [read, orders, subscriptions, savedCards] = await Promise.all([
    readAll(db, caller),
    own.ordersOf(db, caller.userId),
    own.listSubscriptions(deps, caller, {}),
    cards.list(deps, caller),
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
  const files = Object.entries(parts).map(([name, part]) => [`${name}.json`, strToU8(`${JSON.stringify(part, null, 2)}\n`)] as const);
  const content = zipSync({ 'README.txt': strToU8(readme(caller.email, now)), ...Object.fromEntries(files) }, { mtime: now });
  await db.transaction().execute((tx) => audit.record(tx, deps, { actorId: caller.userId, action: 'archive_read', object: caller.userId }));
  return { fileName: `stateside-my-data-${now.toISOString().slice(0, 10)}.zip`, content: Buffer.from(content).toString('base64') };
}

const readme = (email: string, now: Date): string => `What ${site.name} holds about ${email}
Made on ${now.toISOString()}. All times are in UTC. Amounts are in US dollars.

The files are in JSON: any text editor opens them, and programs can read them.

profile.json          your details
orders.json           your orders, with what was paid and what went back
orders-given-up.json  orders that were never paid
subscriptions.json    what you bought for a month or a year
carts.json            carts that were saved for you
cards.json            your saved cards, as our card processor shows them to us: we never see or store the whole number
sessions.json         where you logged in
recovery-codes.json   when recovery codes for two-factor log-in were made and used; we cannot read the codes themselves
letters.json          the mails that we sent to you
messages.json         what you wrote to us with the contact form
consents.json         what you agreed to with the contact form, word for word
activity.json         changes to your account that we keep for its safety
support-access.json   when a member of our team opened your account, and why

Not in these files: your password and the secret of your authenticator app, which are stored in a form that nobody can read, and logs that
are deleted after a short time.

Questions? Write to ${site.email}.
`;
