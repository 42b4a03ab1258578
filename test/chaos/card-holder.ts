/**
 * A customer with an account and a saved card. The shop charges the card itself, so the browser cannot repair
 * what a dying process left unfinished. The account and the card are inserted directly; log-in and purchase
 * use HTTP.
 */
import { cheapPasswords } from '#test/secrets.ts';
import { anAccount } from '#test/builders/customer.ts';
import { billingDetails } from '#test/builders/buyer.ts';
import { systemClock } from '#ports/clock.ts';
import type { Ledger } from './ledger.ts';
import {
  type Circumstances,
  type Reply,
  isOffer,
  type Offer,
  recordOffer,
  send,
  type Options,
} from './shopper.ts';
import type { World } from './world.ts';

export type CardHolder = { userId: string; email: string; password: string; cardRef: string };

export async function aCardHolder(
  { db, processor }: Pick<World, 'db' | 'processor'>,
  name: string,
): Promise<CardHolder> {
  const email = `${name}@holder.example`;
  const { userId, password } = await anAccount(
    { db, deps: { clock: systemClock, passwords: cheapPasswords() } },
    { email },
  );
  const customer = await processor.stripe.customers.create({ email, metadata: { user_id: userId } });
  const { id: cardRef } = await processor.stripe.paymentMethods.attach('pm_card_visa', {
    customer: customer.id,
  });
  await db.updateTable('app_user').set({ customer_ref: customer.id }).where('id', '=', userId).execute();
  return { userId, email, password, cardRef };
}

/** Returns the access token, or null if the log-in was refused or lost. */
export async function logIn(
  world: World,
  ledger: Ledger,
  { email, password }: CardHolder,
  where: Circumstances,
): Promise<string | null> {
  const message = { method: 'POST', path: '/api/auth/login', body: JSON.stringify({ email, password }) };
  const response = await send(world, ledger, message, where);
  if (response === 'lost' || response.status > 299) return null;
  return (response.body as { data: { accessToken: string } }).data.accessToken;
}

/** Logs in and buys with the saved card. A repeat with the same key is the same purchase. */
export async function purchase(
  world: World,
  ledger: Ledger,
  { holder, options, key }: { holder: CardHolder; options: Options; key: string },
  where: Circumstances,
): Promise<Offer | Reply> {
  const { email, cardRef } = holder;
  const accessToken = await logIn(world, ledger, holder, { app: where.app });
  if (accessToken === null) return 'lost';
  const body = { ...options, billingDetails: { ...billingDetails, email }, paymentMethodId: cardRef };
  const headers = { 'idempotency-key': key, authorization: `Bearer ${accessToken}` };
  const message = { method: 'POST', path: '/api/payments/purchase', headers, body: JSON.stringify(body) };
  const answer = recordOffer(ledger, { key, body }, await send(world, ledger, message, where));
  if (isOffer(answer) && answer.status === 'paid') ledger.chargedByShop.add(answer.orderId);
  return answer;
}
