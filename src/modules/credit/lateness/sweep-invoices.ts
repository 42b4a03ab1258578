/**
 * Repairs the effects of lost jobs and events: invoices missing at the processor, written-off ones still open
 * there, and payments without an event. It runs before accounts are frozen, so that a paid invoice freezes
 * none. Unreadable invoices are marked and wait for a later sweep.
 */
import { utcDay } from '#kernel/credit-terms.ts';
import type { Deps } from '#modules/shared/deps.ts';
import { GatewayUnavailable } from '#ports/payment-gateway.ts';
import { beginAutopay } from '#modules/credit/paying/autopay.ts';
import { applyCreditInvoice, markUncollectible } from '#modules/credit/invoices/follow.ts';
import * as store from '#modules/credit/invoices/store.ts';
import * as writeOffs from '#modules/credit/invoices/write-off-store.ts';
import * as lateStore from './late-store.ts';
import { sendHalf } from '#modules/credit/invoices/reopening.ts';

/** The time that the job has to send an invoice. */
const unsentForMs = 10 * 60_000;
const batchSize = 500;

export async function sweepInvoices(
  deps: Deps,
): Promise<{ sent: number; marked: number; read: number; begun: number }> {
  const { db, clock, log } = deps;
  const now = clock.now();
  const each = async (subjects: string[], work: (subject: string) => Promise<void>): Promise<number> => {
    for (const subject of subjects)
      await work(subject).catch((error: unknown) =>
        log.error({ err: error, subject }, 'the credit sweep failed for one invoice'),
      );
    return subjects.length;
  };
  const sent = await each(await store.unsent(db, new Date(now.getTime() - unsentForMs), batchSize), (id) =>
    sendHalf(deps, id),
  );
  const marked = await each(await writeOffs.unmarked(db, batchSize), (id) => markUncollectible(deps, id));
  return { sent, marked, read: await readLate(deps), begun: await beginAutopay(deps) };
}

/** Consecutive unanswered reads, each waiting for its timeout, before a sweep stops reading. */
const outagesInARow = 3;

/** Reads newly past-due invoices once more before their accounts are frozen. Returns the number read. */
async function readLate(deps: Deps): Promise<number> {
  const { db, clock, log } = deps;
  const today = utcDay(clock.now());
  const salt = crypto.randomUUID();
  const after = (last: string): Promise<string[]> =>
    lateStore.page(db, { today, salt, after: last, limit: batchSize });
  let [read, outages] = [0, 0];
  for (let refs = await after(''); refs.length > 0; refs = await after(refs.at(-1) ?? ''))
    for (const ref of refs)
      try {
        await applyCreditInvoice(deps, ref);
        await lateStore.markRead(db, ref);
        [read, outages] = [read + 1, 0];
      } catch (error) {
        log.error({ err: error, subject: ref }, 'the credit sweep could not read a late invoice');
        await lateStore.markUnread(db, ref, clock.now());
        outages = error instanceof GatewayUnavailable ? outages + 1 : 0;
        if (outages < outagesInARow) continue;
        await lateStore.markRestUnread(db, { today, salt, after: ref }, clock.now());
        return read;
      }
  return read;
}
