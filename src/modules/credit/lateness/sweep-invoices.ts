/**
 * What a lost job or a lost report would leave behind: invoices that the processor does not have yet, those that were written off here and are
 * open there, and payments on its page that we have not heard of. Runs before freezes are judged, so that nobody is frozen for what is paid. What could not be read is marked, and waits for a later sweep.
 */
import { utcDay } from '#kernel/credit-terms.ts';
import type { Deps } from '#platform/deps.ts';
import { GatewayUnavailable } from '#ports/payment-gateway.ts';
import { beginAutopay } from '#modules/credit/paying/autopay.ts';
import { applyCreditInvoice, markUncollectible } from '#modules/credit/invoices/follow.ts';
import * as store from '#modules/credit/invoices/store.ts';
import * as writeOffs from '#modules/credit/invoices/write-off-store.ts';
import * as lateStore from './late-store.ts';
import { sendHalf } from '#modules/credit/invoices/reopening.ts';

/** The job that sends an invoice is given this long. */
const unsentForMs = 10 * 60_000;
const atOnce = 500;

export async function sweepInvoices(deps: Deps): Promise<{ sent: number; marked: number; read: number; begun: number }> {
  const { db, clock, log } = deps;
  const now = clock.now();
  const each = async (subjects: string[], work: (subject: string) => Promise<void>): Promise<number> => {
    for (const subject of subjects)
      await work(subject).catch((error: unknown) => log.error({ err: error, subject }, 'the sweep of credit could not finish an invoice'));
    return subjects.length;
  };
  const sent = await each(await store.unsent(db, new Date(now.getTime() - unsentForMs), atOnce), (id) => sendHalf(deps, id));
  const marked = await each(await writeOffs.unmarked(db, atOnce), (id) => markUncollectible(deps, id));
  return { sent, marked, read: await readLate(deps), begun: await beginAutopay(deps) };
}

/** Reads in a row that a processor in trouble may leave without an answer, each of which waits for its time limit, before a sweep stops reading. */
const outagesInARow = 3;

/** What is newly past due is read once more before its account is frozen. Answers how many were read. */
async function readLate(deps: Deps): Promise<number> {
  const { db, clock, log } = deps;
  const today = utcDay(clock.now());
  const salt = crypto.randomUUID();
  const after = (last: string): Promise<string[]> => lateStore.page(db, { today, salt, after: last, limit: atOnce });
  let [read, outages] = [0, 0];
  for (let refs = await after(''); refs.length > 0; refs = await after(refs.at(-1) ?? ''))
    for (const ref of refs)
      try {
        await applyCreditInvoice(deps, ref);
        await lateStore.markRead(db, ref);
        [read, outages] = [read + 1, 0];
      } catch (error) {
        log.error({ err: error, subject: ref }, 'the sweep of credit could not read a late invoice');
        await lateStore.markUnread(db, ref, clock.now());
        outages = error instanceof GatewayUnavailable ? outages + 1 : 0;
        if (outages < outagesInARow) continue;
        await lateStore.markRestUnread(db, { today, salt, after: ref }, clock.now());
        return read;
      }
  return read;
}
