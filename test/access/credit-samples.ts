/** Valid requests for the console's credit endpoints. Each act gets its own account or application. */
import { cents } from '#kernel/money.ts';
import { findOf } from '#modules/credit/ledger/store.ts';
import { aCreditAccount, buyOnCredit, issueHalf } from '#test/builders/credit-account.ts';
import type { Shop } from '#test/builders/shop.ts';
import { anApplicationInReview } from '#test/builders/application.ts';
import type { StaffSample } from './staff-samples.ts';

export function creditSamples(shop: () => Shop): Record<string, StaffSample> {
  async function anAccountId(): Promise<{ id: string; userId: string }> {
    const { email } = await aCreditAccount(shop());
    const { id: userId } = await shop()
      .db.selectFrom('app_user')
      .select('id')
      .where('email', '=', email)
      .executeTakeFirstOrThrow();
    return { id: (await findOf(shop().db, userId))?.id ?? '', userId };
  }
  const anAccount = async () => ({ params: { id: (await anAccountId()).id } });
  return {
    staffReadApplication: async () => ({ params: { id: (await anApplicationInReview(shop())).id } }),
    staffDecideApplication: async () => {
      const { id, companySavedAt } = await anApplicationInReview(shop());
      return { params: { id }, body: { outcome: 'decline', companySavedAt, reasons: ['information_wrong'] } };
    },
    staffReadCreditAccount: anAccount,
    staffListCreditMovements: anAccount,
    staffChangeLimit: async () => ({
      ...(await anAccount()),
      body: { from: 500, to: 750, reason: 'Pays early' },
    }),
    staffFreezeCredit: anAccount,
    staffUnfreezeCredit: async () => {
      const { id } = await anAccountId();
      await shop()
        .db.insertInto('credit_freeze')
        .values({
          id: `frz_${id.slice(4)}`,
          account_id: id,
          kind: 'staff',
          reason: 'A question',
          started_at: shop().deps.clock.now(),
        })
        .execute();
      return { params: { id } };
    },
    staffWriteOffCredit: async () => {
      const { id, userId } = await anAccountId();
      const issuedAt = new Date(shop().deps.clock.now().getTime() - 40 * 86_400_000);
      const then = {
        db: shop().db,
        deps: { ...shop().deps, clock: { ...shop().deps.clock, now: () => issuedAt } },
      };
      await issueHalf(then, await buyOnCredit(then, userId, cents(20_000)), 1);
      const { email } = await shop()
        .db.selectFrom('app_user')
        .select('email')
        .where('id', '=', userId)
        .executeTakeFirstOrThrow();
      return { params: { id }, body: { owed: 100, reason: 'Dissolved', email } };
    },
  };
}
