/**
 * `/v1/disputes`: list, read, submit text evidence. Only a bank opens or decides one: see `disputing.ts`.
 */
import type Stripe from 'stripe';
import { decideLater, isClosed, saveChanged } from '#sandbox/stripe/disputing.ts';
import { expand, mergeMetadata, metadata } from '#sandbox/stripe/http/common-parameters.ts';
import { invalidRequest } from '#sandbox/stripe/http/errors.ts';
import { emptyable, flag, group, type Schema, text } from '#sandbox/stripe/http/parameters.ts';
import { resource } from '#sandbox/stripe/http/resource.ts';
import type { Call } from '#sandbox/stripe/world.ts';

const words = emptyable(text(20_000));

/** Evidence as text. Uploaded files, appeals, and the card networks' own programs are not supported. */
const evidence = group({
  access_activity_log: words,
  billing_address: words,
  cancellation_policy_disclosure: words,
  cancellation_rebuttal: words,
  customer_email_address: words,
  customer_name: words,
  customer_purchase_ip: words,
  duplicate_charge_explanation: words,
  duplicate_charge_id: words,
  product_description: words,
  refund_policy_disclosure: words,
  refund_refusal_explanation: words,
  service_date: words,
  shipping_address: words,
  shipping_carrier: words,
  shipping_date: words,
  shipping_tracking_number: words,
  uncategorized_text: words,
} satisfies Schema & { [K in keyof Stripe.Dispute.Evidence]?: unknown });

const updateParams = { ...expand, evidence, metadata, submit: flag } satisfies Schema & {
  [K in keyof Stripe.DisputeUpdateParams]?: unknown;
};

const disputes = resource('dispute', '/v1/disputes');

export const operations = [
  disputes.list(['charge', 'payment_intent']),
  disputes.read(),
  disputes.on('POST', '', updateParams, update),
];

type Change = {
  evidence?: Partial<Stripe.Dispute.Evidence> | undefined;
  metadata?: Record<string, string> | null | undefined;
  submit?: boolean | undefined;
};

/** Evidence is sent to the bank immediately unless `submit` is false, and only once. */
function update(call: Call, before: Stripe.Dispute, change: Change): Stripe.Dispute {
  const annotated: Stripe.Dispute = { ...before, metadata: mergeMetadata(before.metadata, change.metadata) };
  if (change.evidence === undefined && change.submit !== true) return saveChanged(call, before, annotated);
  if (isClosed(before) || before.evidence_details.submission_count > 0) {
    throw invalidRequest(
      'Evidence for this dispute can no longer be changed: it was sent to the bank, or the bank has decided.',
      {
        param: 'evidence',
      },
    );
  }
  const sends = change.submit !== false;
  const after = saveChanged(call, before, {
    ...annotated,
    status: sends ? 'under_review' : before.status,
    evidence: { ...before.evidence, ...change.evidence },
    evidence_details: {
      ...before.evidence_details,
      has_evidence: before.evidence_details.has_evidence || change.evidence !== undefined,
      submission_count: sends ? 1 : 0,
      submission_method: sends ? 'manual' : 'not_submitted',
    },
  });
  if (sends) decideLater(call, after);
  return after;
}
