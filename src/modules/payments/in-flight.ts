/**
 * The payments that this process is finding out about right now. Webhook and browser return come at the same moment; whoever comes second
 * waits for the first, and is done when that has seen the money. It only saves work: what keeps two of them apart is the locks.
 */
import type { Database } from '#platform/database.ts';
import type { PaymentStatus } from './rules.ts';

type Outcome = PaymentStatus | null;

const running = new WeakMap<Database, Map<string, Promise<Outcome>>>();

/** Longer than the processor and the database usually need together; whoever waited in vain goes on alone. */
const waitAtMostMs = 1_000;

/** Does the work, unless another one of the same payment is under way and ends with its success: that is final, and committed. */
export async function unlessSucceeded(db: Database, intentRef: string, work: () => Promise<Outcome>): Promise<Outcome> {
  const other = running.get(db)?.get(intentRef);
  // Nothing is waited for where nobody is at it: whoever comes in the same moment must find this one.
  if (other !== undefined && (await hasSucceeded(other))) return 'succeeded';
  const payments = running.get(db) ?? new Map<string, Promise<Outcome>>();
  running.set(db, payments);
  const mine = work();
  payments.set(intentRef, mine);
  try {
    return await mine;
  } finally {
    if (payments.get(intentRef) === mine) payments.delete(intentRef);
  }
}

async function hasSucceeded(other: Promise<Outcome>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, waitAtMostMs, null);
  });
  const outcome = await Promise.race([other.catch(() => null), late]);
  clearTimeout(timer);
  return outcome === 'succeeded';
}
