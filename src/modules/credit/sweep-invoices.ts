/**
 * What a lost job or a lost report would leave behind: invoices that the processor does not have yet, and payments on its page that we have not
 * heard of. Runs before freezes are judged, so that nobody is frozen for what is paid.
 */
import { utcDay } from '#kernel/credit-terms.ts';
import type { Deps } from '#platform/deps.ts';
import { beginAutopay } from './autopay.ts';
import { applyCreditInvoice } from './follow.ts';
import * as store from './invoice-store.ts';
import { sendHalf } from './reopening.ts';

/** The job that sends an invoice is given this long. */
const unsentForMs = 10 * 60_000;
const atOnce = 500;

export async function sweepInvoices(deps: Deps): Promise<{ sent: number; read: number; begun: number }> {
  const { db, clock, log } = deps;
  const now = clock.now();
  const lateAfter = (after: string): Promise<string[]> => store.newlyLate(db, { today: utcDay(now), after, limit: atOnce });
  const each = async (subjects: string[], work: (subject: string) => Promise<void>): Promise<number> => {
    for (const subject of subjects)
      await work(subject).catch((error: unknown) => log.error({ err: error, subject }, 'the sweep of credit could not finish an invoice'));
    return subjects.length;
  };
  const sent = await each(await store.unsent(db, new Date(now.getTime() - unsentForMs), atOnce), (id) => sendHalf(deps, id));
  let read = 0;
  for (let late = await lateAfter(''); late.length > 0; late = await lateAfter(late.at(-1) ?? ''))
    read += await each(late, (ref) => applyCreditInvoice(deps, ref));
  return { sent, read, begun: await beginAutopay(deps) };
}
