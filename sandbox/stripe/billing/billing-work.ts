/** Timed billing work by name. The names are stored in the database, so they are never renamed. */
import type Stripe from 'stripe';
import { emit } from '#sandbox/stripe/events.ts';
import type { TimedWork } from '#sandbox/stripe/timers.ts';
import { type Call, nowSeconds } from '#sandbox/stripe/world.ts';
import { collect } from './collecting.ts';
import { finalize } from './finalizing.ts';
import {
  cancellationDue,
  collectionResumes,
  incompleteExpires,
  periodEnds,
  trialWillEnd,
} from './renewing.ts';
import { invoiceFailed } from './subscription-status.ts';

/** Skips objects that were deleted in the meantime. */
const of =
  <K extends 'invoice' | 'subscription'>(
    kind: K,
    work: (call: Call, object: K extends 'invoice' ? Stripe.Invoice : Stripe.Subscription) => void,
  ) =>
  (call: Call, id: string): void => {
    const object = call.world.store.find(kind, id);
    if (object !== null) work(call, object as never);
  };

function invoiceFinalizes(call: Call, draft: Stripe.Invoice): void {
  const at = draft.automatically_finalizes_at;
  if (draft.status !== 'draft' || !draft.auto_advance || at === null || at > nowSeconds(call.world)) return;
  const invoice = finalize(call, draft);
  if (invoice.status !== 'open') return;
  if (invoice.collection_method === 'charge_automatically') collect(call, invoice);
  else emit(call, 'invoice.sent', invoice);
}

/**
 * Collects an open invoice whose attempt is due: a retry, or the first attempt after it was finalized
 * manually with `auto_advance`.
 */
function invoiceIsDue(call: Call, invoice: Stripe.Invoice): void {
  const at = invoice.next_payment_attempt;
  if (invoice.status === 'open' && invoice.auto_advance && at !== null && at <= nowSeconds(call.world))
    collect(call, invoice);
}

function invoiceOverdue(call: Call, invoice: Stripe.Invoice): void {
  if (invoice.status !== 'open' || invoice.due_date === null || invoice.due_date > nowSeconds(call.world))
    return;
  emit(call, 'invoice.overdue', invoice);
  invoiceFailed(call, invoice, 'past_due');
}

export const billingWork: TimedWork = {
  cancellation_due: of('subscription', cancellationDue),
  collection_resumes: of('subscription', collectionResumes),
  incomplete_expires: of('subscription', incompleteExpires),
  invoice_finalizes: of('invoice', invoiceFinalizes),
  invoice_overdue: of('invoice', invoiceOverdue),
  invoice_retries: of('invoice', invoiceIsDue),
  period_ends: of('subscription', periodEnds),
  trial_will_end: of('subscription', trialWillEnd),
};
