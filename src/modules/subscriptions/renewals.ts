/**
 * The effects of a paid renewal: the period counts as paid, the invoice gets its number, and the receipt is
 * queued.
 */
import { formatDate } from '#kernel/dates.ts';
import * as renewals from '#modules/invoices/renewal-store.ts';
import * as invoices from '#modules/invoices/store.ts';
import * as emails from '#modules/mail/emails/subscription.ts';
import * as mail from '#modules/mail/service.ts';
import * as audit from '#platform/audit.ts';
import type { Tx } from '#platform/database.ts';
import type { Deps } from '#modules/shared/deps.ts';
import type { RenewalPaid } from '#modules/shared/settlement.ts';
import * as store from './store.ts';
import { emailFacts } from './words.ts';

type Paid = { subscription: store.Subscription; renewal: renewals.Renewal; others: renewals.Renewal[] };

/** The caller has locked both, so neither can be missing. */
async function read(tx: Tx, { invoiceId, subscriptionId }: RenewalPaid): Promise<Paid> {
  const [subscription, all] = [
    await store.find(tx, subscriptionId),
    await renewals.ofSubscription(tx, subscriptionId),
  ];
  const renewal = all.find(({ id }) => id === invoiceId);
  if (subscription === null || renewal === undefined)
    throw new Error(`renewal ${invoiceId} of ${subscriptionId} is not there`);
  return { subscription, renewal, others: all.filter(({ id }) => id !== invoiceId) };
}

/** The paid period ends with the last invoice before a gap, regardless of the order of payment. */
export async function extendSubscription(tx: Tx, _deps: Deps, fact: RenewalPaid): Promise<void> {
  const { subscription, renewal, others } = await read(tx, fact);
  const paid = [...others.filter(({ status }) => status === 'paid'), renewal].map(({ period }) => period);
  let until = subscription.firstRenewalAt;
  for (const { from, to } of paid.toSorted((a, b) => a.from.getTime() - b.from.getTime()))
    if (from.getTime() === until.getTime()) until = to;
  const { nextPrice } = subscription;
  const isNewPrice = nextPrice !== null && renewal.period.from >= nextPrice.from;
  await store.change(tx, subscription.id, {
    paidUntil: until,
    ...(isNewPrice ? { price: nextPrice.amount, nextPrice: null } : {}),
  });
}

/** Holds the lock on the invoice numbers until the transaction ends, so it runs last. */
export async function issueRenewal(tx: Tx, deps: Deps, fact: RenewalPaid): Promise<void> {
  const { subscription, renewal } = await read(tx, fact);
  const { id, orderId, billTo, billingEmail, name } = subscription;
  const { now, invoiceId } = fact;
  const { from, to } = renewal.period;
  await audit.record(tx, deps, {
    actorId: null,
    action: 'renewal_paid',
    object: invoiceId,
    detail: { subscriptionId: id, amountCents: renewal.amount },
  });
  const number = await invoices.takeNumber(tx, 'INV', now);
  const lines = [{ text: `${name}, ${formatDate(from)} to ${formatDate(to)}`, amountCents: renewal.amount }];
  const issue = { number, billTo, lines, discount: null, dueOn: now.toISOString().slice(0, 10), now };
  await invoices.issuePaid(tx, invoiceId, renewal.status, issue);
  const invoice = { number, address: `${deps.publicOrigin}/invoices/${invoiceId}` };
  const email = emails.renewalReceipt({
    ...emailFacts(deps, subscription),
    invoice,
    amount: renewal.amount,
    from,
    to,
  });
  await mail.queue(tx, deps, { kind: 'renewal_receipt', orderId, to: billingEmail, email });
}
