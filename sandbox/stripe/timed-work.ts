/** All work that timers run when they are due. */
import { billingWork } from './billing/billing-work.ts';
import { paymentWork } from './payment-work.ts';
import type { TimedWork } from './timers.ts';

export const timedWork: TimedWork = { ...paymentWork, ...billingWork };
