/** What timers do when they are due, by name. The names lie in the database, so they are never renamed. */
import { refundArrives, refundFails } from './refunding.ts';
import type { TimedWork } from './timers.ts';

export const timedWork: TimedWork = {
  refund_arrives: refundArrives,
  refund_fails: refundFails,
};
