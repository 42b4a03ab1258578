/**
 * A Net 30 application that waits for a manual decision, because the business is too young for automatic
 * approval.
 */
import { addDays, utcDay } from '#kernel/credit-terms.ts';
import { freshId } from '#kernel/ids.ts';
import * as applications from '#modules/credit/application/store.ts';
import { type CreditShop, inTx } from './credit-account.ts';
import { anApplicant } from '#test/credit-application-life.ts';

export async function anApplicationInReview(shop: CreditShop) {
  const { userId, email } = await anApplicant(shop);
  const now = shop.deps.clock.now();
  const company = await shop.db
    .updateTable('company')
    .set({ formed_on: addDays(utcDay(now), -10) })
    .where('user_id', '=', userId)
    .returning(['id', 'updated_at'])
    .executeTakeFirstOrThrow();
  const id = freshId('app');
  await inTx(shop, async (tx) => {
    const application = { id, userId, companyId: company.id, kind: 'first', state: 'in_review' } as const;
    await applications.insert(tx, { ...application, appliedAt: now, decidedAt: null, againOn: null });
    await applications.insertDecision(tx, {
      ...{
        applicationId: id,
        outcome: 'review',
        reasons: ['young_entity'],
        inputs: { companyChanged: true },
        limit: null,
      },
      ...{ actorId: null, now },
    });
  });
  return { id, userId, email, companySavedAt: company.updated_at.toISOString() };
}
