/**
 * Emails to customers about their credit. Each fact is sent once: its key is unique and stored in the same
 * transaction as the email.
 */
import * as users from '#modules/accounts/people/store.ts';
import { type CreditNews, creditEmail } from '#modules/mail/emails/credit.ts';
import { senderOf } from '#modules/mail/sender.ts';
import * as mail from '#modules/mail/service.ts';
import type { Tx } from '#platform/database.ts';
import type { CreditDeps } from '#modules/credit/deps.ts';

export type Notice = { key: string; userId: string; say: CreditNews; invoiceId?: string };

/**
 * Returns false if it was already sent or there is no recipient. Lock the account, or the person, first: of
 * two concurrent calls, the second insert would fail.
 */
export async function notify(
  tx: Tx,
  deps: CreditDeps,
  { key, userId, say, invoiceId }: Notice,
): Promise<boolean> {
  const sent = await tx.selectFrom('credit_notice').select('key').where('key', '=', key).executeTakeFirst();
  const user = sent === undefined ? await users.find(tx, userId) : undefined;
  if (user === undefined || user.deleted_at !== null) return false;
  const email = creditEmail(say, { ...senderOf(deps), firstName: user.first_name });
  const mailId = await mail.queue(tx, deps, { kind: say.kind, orderId: null, to: user.email, email });
  await tx
    .insertInto('credit_notice')
    .values({
      key,
      user_id: userId,
      kind: say.kind,
      invoice_id: invoiceId ?? null,
      mail_id: mailId,
      at: deps.clock.now(),
    })
    .execute();
  return true;
}
