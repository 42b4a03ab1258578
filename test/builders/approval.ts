/**
 * Inserts an approved credit account directly. Only its ledger movement goes through the real functions. Also
 * used by e2e stories.
 */
import { freshId } from '#kernel/ids.ts';
import type { Cents } from '#kernel/money.ts';
import type { CreditDeps } from '#modules/credit/deps.ts';
import { openAccount } from '#modules/credit/ledger/opening.ts';
import type { Database } from '#platform/database.ts';
import type { Clock } from '#ports/clock.ts';

export async function approveIn(db: Database, clock: Clock, userId: string, limit: Cents) {
  const [applicationId, now] = [freshId('app'), clock.now()];
  await db.transaction().execute(async (tx) => {
    const company = await tx
      .selectFrom('company')
      .select('id')
      .where('user_id', '=', userId)
      .executeTakeFirst();
    const companyId = company?.id ?? freshId('com');
    await tx
      .insertInto('company')
      .values({
        ...{
          id: companyId,
          user_id: userId,
          legal_name: 'Harmattan LLC',
          entity_type: 'llc',
          formation_state: 'WY',
          formed_on: '2020-01-01',
        },
        ...{
          ein_sealed: 'v1.none',
          ein_index: companyId,
          ein_last4: '6789',
          address_line1: '30 N Gould St',
          city: 'Sheridan',
          state: 'WY',
        },
        ...{
          postal_code: '82801',
          country: 'US',
          phone: '+13075550100',
          website: '',
          applicant_role: 'owner',
        },
        ...{ attested_at: now, created_at: now, updated_at: now },
      })
      .onConflict((conflict) => conflict.column('user_id').doNothing())
      .execute();
    await tx
      .insertInto('credit_application')
      .values({
        id: applicationId,
        user_id: userId,
        company_id: companyId,
        kind: 'first',
        state: 'approved',
        applied_at: now,
        decided_at: now,
      })
      .execute();
    await tx
      .insertInto('credit_decision')
      .values({
        application_id: applicationId,
        outcome: 'approve',
        reasons: [],
        rule_version: 'test',
        inputs: '{}',
        limit_cents: limit,
        at: now,
      })
      .execute();
    const deps = { clock } as CreditDeps;
    await openAccount(tx, deps, {
      userId,
      applicationId,
      einIndexes: [companyId],
      limit,
      reason: 'published_rules',
      actorId: null,
    });
  });
  return { userId, applicationId };
}
