/**
 * After a restore from a backup, rebuilds the orders of payments that the processor has received since then
 * and the database lacks. Safe to repeat; known payments are skipped.
 */
import { DomainError } from '#kernel/errors.ts';
import type { Cents } from '#kernel/money.ts';
import { isOfThisShop } from '#modules/payments/apply-intent.ts';
import * as payments from '#modules/payments/store.ts';
import * as audit from '#platform/audit.ts';
import type { Database } from '#platform/database.ts';
import type { Deps } from '#modules/shared/deps.ts';
import { GatewayUnavailable, type ProcessorPayment } from '#ports/payment-gateway.ts';
import { sql } from 'kysely';
import { adopt } from './rebuild-order-from-payment.ts';

export type AdoptionReport = {
  looked: number;
  known: number;
  adopted: { intentRef: string; number: string; status: string }[];
  /** Payments that could not be rebuilt, and why. */
  left: { intentRef: string; amount: Cents; why: string }[];
};

/** The processor's clock may differ from ours, and a payment is opened shortly after its row is written. */
const overlapMs = 3_600_000;

export async function adoptMissing(deps: Deps, since: Date): Promise<AdoptionReport> {
  const report: AdoptionReport = { looked: 0, known: 0, adopted: [], left: [] };
  const missing: ProcessorPayment[] = [];
  const opened = {
    from: new Date(since.getTime() - overlapMs),
    to: deps.machineClock?.now() ?? deps.clock.now(),
  };
  for await (const charge of deps.gateway.listSucceeded(opened)) {
    if (charge.paymentId === null || !isOfThisShop(deps, charge)) continue;
    report.looked += 1;
    if ((await payments.find(deps.db, charge.paymentId)) === null) missing.push(charge);
    else report.known += 1;
  }
  let isComplete = true;
  // The processor lists the newest first; reversed, the oldest order gets the lowest number.
  for (const { intentRef, amountReceived } of missing.toReversed()) {
    try {
      const { number, status } = await adopt(deps, intentRef, null);
      report.adopted.push({ intentRef, number, status: status ?? 'unknown' });
    } catch (error) {
      if (error instanceof GatewayUnavailable) throw error;
      if (error instanceof DomainError)
        report.left.push({ intentRef, amount: amountReceived, why: error.message });
      else {
        deps.log.error({ err: error, intentRef }, 'an order could not be rebuilt from its payment');
        report.left.push({
          intentRef,
          amount: amountReceived,
          why: 'It could not be saved; see the log. Run the command again',
        });
        isComplete = false;
      }
    }
  }
  if (isComplete)
    await deps.db.transaction().execute((tx) =>
      audit.record(tx, deps, {
        actorId: audit.terminal,
        action: doneAction,
        object: 'payments',
        detail: { since: since.toISOString() },
      }),
    );
  return report;
}

const doneAction = 'missing_adopted';

/**
 * True from a restore until `adopt --missing` has completed. Until then an order that looks unpaid may have
 * been paid.
 */
export async function awaitsAdoption(db: Database): Promise<boolean> {
  const { rows } = await sql<{ awaits: boolean }>`
    select exists (select from audit_log as restored where action = 'backup_restored' and detail ->> 'awaitsAdoption' = 'true'
      and not exists (select from audit_log as done where done.action = ${doneAction} and done.id > restored.id)) as awaits`.execute(
    db,
  );
  return rows[0]?.awaits === true;
}

/** The time of the newest backup that was restored into this database; null when there was none. */
export async function restoredTo(db: Database): Promise<Date | null> {
  const row = await db
    .selectFrom('audit_log')
    .select(sql<string | null>`detail ->> 'takenAt'`.as('takenAt'))
    .where('action', '=', 'backup_restored')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.takenAt ? new Date(row.takenAt) : null;
}
