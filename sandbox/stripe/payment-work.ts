/**
 * Timed work of settled payments by name. The names are stored in the database, so they are never renamed.
 */
import { disputeDecided, disputeOpens } from './disputing.ts';
import { refundArrives, refundFails } from './refunding.ts';
import type { TimedWork } from './timers.ts';

/** `POST /control/settle` runs all of it immediately. */
export const paymentWork: TimedWork = {
  dispute_opens: disputeOpens,
  dispute_is_won: disputeDecided('won'),
  dispute_is_lost: disputeDecided('lost'),
  refund_arrives: refundArrives,
  refund_fails: refundFails,
};
