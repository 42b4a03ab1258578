/** Actions of a customer's bank, for tests and the dashboard: it opens disputes and decides them. */
import { z } from 'zod';
import { closeDispute, disputeReasons, openDispute } from '#sandbox/stripe/disputing.ts';
import { invalidRequest, noSuch } from '#sandbox/stripe/http/errors.ts';
import { idOf } from '#sandbox/stripe/ids.ts';
import type { Call } from '#sandbox/stripe/world.ts';

export const DisputeOptions = z.strictObject({
  payment_intent: z.string(),
  /** Default: the whole payment, even if part of it was refunded. */
  amount: z.int().min(1).optional(),
  reason: z.enum(disputeReasons).default('fraudulent'),
});

export const Decision = z.strictObject({ outcome: z.enum(['won', 'lost']) });

export function dispute(
  call: Call,
  { payment_intent: id, amount, reason }: z.output<typeof DisputeOptions>,
): object {
  const { store, database } = call.world;
  return database.step(() => {
    const intent = store.find('payment_intent', id);
    if (intent === null) throw noSuch('payment_intent', id);
    const chargeId = idOf(intent.latest_charge);
    if (chargeId === null || intent.status !== 'succeeded')
      throw invalidRequest('This payment has no successful charge to dispute.');
    return openDispute(call, store.get('charge', chargeId), { amount: amount ?? null, reason });
  });
}

export function decide(call: Call, id: string, { outcome }: z.output<typeof Decision>): object {
  const { store, database } = call.world;
  return database.step(() => {
    const dispute = store.find('dispute', id);
    if (dispute === null) throw noSuch('dispute', id);
    return closeDispute(call, dispute, outcome);
  });
}
