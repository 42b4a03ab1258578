/** What a settled payment still has before it, by name. The names lie in the database, so they are never renamed. */
import { disputeDecided, disputeOpens } from './disputing.ts';
import { refundArrives, refundFails } from './refunding.ts';
import type { TimedWork } from './timers.ts';

/** `POST /control/settle` does all of it at once. */
export const paymentWork: TimedWork = {
  dispute_opens: disputeOpens,
  dispute_is_won: disputeDecided('won'),
  dispute_is_lost: disputeDecided('lost'),
  refund_arrives: refundArrives,
  refund_fails: refundFails,
};
