/** What customers are told of their credit by email, each fact once: its key is unique in the database, and written with the email. */
import * as users from '#modules/accounts/people/store.ts';
import { type CreditNews, creditEmail } from '#modules/mail/emails/credit.ts';
import * as mail from '#modules/mail/service.ts';
import type { Tx } from '#platform/database.ts';
import type { CreditDeps } from '#modules/credit/deps.ts';

export type Notice = { key: string; userId: string; say: CreditNews; invoiceId?: string };

/**
 * False: told before, or there is nobody to tell. Lock the account, or the person, first: two at the same moment would otherwise both write,
 * and the second would fail.
 */
export async function tell(tx: Tx, deps: CreditDeps, { key, userId, say, invoiceId }: Notice): Promise<boolean> {
  const known = await tx.selectFrom('credit_notice').select('key').where('key', '=', key).executeTakeFirst();
  const user = known === undefined ? await users.find(tx, userId) : undefined;
  if (user === undefined || user.deleted_at !== null) return false;
  const email = creditEmail(say, { publicOrigin: deps.publicOrigin, firstName: user.first_name });
  const mailId = await mail.queue(tx, deps, { kind: say.kind, orderId: null, to: user.email, email });
  await tx
    .insertInto('credit_notice')
    .values({ key, user_id: userId, kind: say.kind, invoice_id: invoiceId ?? null, mail_id: mailId, at: deps.clock.now() })
    .execute();
  return true;
}
