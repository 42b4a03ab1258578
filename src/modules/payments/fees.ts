/**
 * Stores the processor's fee for each payment, read from its balance hourly, so that closing a month needs no
 * call to the processor.
 */
import { moveCursor, readCursor } from '#platform/cursors.ts';
import type { Deps } from '#modules/shared/deps.ts';
import type { Period, ProcessorFee } from '#ports/payment-gateway.ts';
import * as store from './fee-store.ts';

/** Every fee before this time is stored. */
export const feeCursor = 'processor-fees';

/** Entries may be listed late. Reading some twice is harmless. */
const overlapMs = 3_600_000;
/** The cursor moves after each step, so a failed run resumes there. */
const stepMs = 7 * 86_400_000;
const batchSize = 500;

/** Safe to repeat. The first run starts at the first payment. Returns the number of new entries. */
export async function readFees(deps: Deps): Promise<number> {
  const now = deps.clock.now();
  const since = (await readCursor(deps.db, feeCursor)) ?? (await store.firstPaymentAt(deps.db));
  if (since === null) return 0;
  let from = new Date(since.getTime() - overlapMs);
  let added = 0;
  while (from < now) {
    const to = new Date(Math.min(from.getTime() + stepMs, now.getTime()));
    added += await readSpan(deps, { from, to });
    await moveCursor(deps.db, feeCursor, to);
    from = to;
  }
  return added;
}

async function readSpan({ db, gateway }: Deps, taken: Period): Promise<number> {
  let added = 0;
  let batch: ProcessorFee[] = [];
  for await (const fee of gateway.listFees(taken)) {
    batch.push(fee);
    if (batch.length < batchSize) continue;
    added += await store.insert(db, batch);
    batch = [];
  }
  return added + (await store.insert(db, batch));
}
