/**
 * Every kind of job, in one list: what it carries and how patiently it is tried again.
 * A payload holds ids only; the handler reads the rows afresh, because a job may run late and more than once.
 */
export type JobData = {
  'send-mail': { mailId: string };
  'send-awaited-mail': { mailId: string };
  'settle-webhook': { eventId: string };
  'send-refund': { refundId: string };
  'cancel-leftover': { paymentId: string };
  'sweep-mails': Record<string, never>;
  'sweep-payments': Record<string, never>;
  'fill-event-holes': Record<string, never>;
  'sweep-carts': Record<string, never>;
  'compare-charges': Record<string, never>;
  'read-fees': Record<string, never>;
  'clean-up': Record<string, never>;
  'check-invariants': Record<string, never>;
  'account-email': { requestId: string };
  'forget-account': { userId: string };
  'sweep-closed': Record<string, never>;
  'start-subscription': { subscriptionId: string };
  'change-subscription': { subscriptionId: string };
  'finish-cancellation': { orderId: string };
  'sweep-subscriptions': Record<string, never>;
  'compare-subscriptions': Record<string, never>;
  'forget-guest': { guestId: string };
  'tell-customer': { userId: string };
  'sweep-credit': Record<string, never>;
  'compare-credit-invoices': Record<string, never>;
  'send-credit-invoice': { invoiceId: string };
  'mark-uncollectible': { invoiceId: string };
  'autopay-invoice': { invoiceId: string };
  'report-to-bureau': { connectionId: string };
  'sweep-reporting': Record<string, never>;
  'make-picture': { pictureId: string };
  'run-bulk-act': { actId: string };
  'make-list-file': { fileId: string };
  'check-audit-log': Record<string, never>;
  'tell-alarms': Record<string, never>;
  'post-alarm': { noticeId: string };
  'check-status': Record<string, never>;
  'publish-posts': Record<string, never>;
  'purge-edge': Record<string, never>;
};

export type JobName = keyof JobData;

/** The delay doubles from `firstDelaySeconds` up to `longestDelaySeconds`, with some chance in it so that jobs do not return in step. */
export type RetryPolicy = {
  retryLimit: number;
  firstDelaySeconds: number;
  longestDelaySeconds: number;
  /** Taken for lost after this, and begun again: a quarter of an hour unless said otherwise. A process that died is noticed sooner. */
  atMostSeconds?: number;
};

/** A sweep through a few hundred payments at a processor that hangs takes an hour, and must not overtake itself. */
const sweepSeconds = 2 * 3_600;
/** Where it goes through everything, forty microseconds an entry: seven hundred million of them. */
const auditSeconds = 8 * 3_600;

export const retryPolicy: Record<JobName, RetryPolicy> = {
  /** A mail server may be away for hours: about half a day in all. */
  'send-mail': { retryLimit: 60, firstDelaySeconds: 1, longestDelaySeconds: 900 },
  'send-awaited-mail': { retryLimit: 60, firstDelaySeconds: 1, longestDelaySeconds: 900 },
  /** The sweep reads the same truth again, so this gives up after some ten minutes. */
  'settle-webhook': { retryLimit: 12, firstDelaySeconds: 1, longestDelaySeconds: 120 },
  /** Money we owe back: about two days, then a person must look. */
  'send-refund': { retryLimit: 60, firstDelaySeconds: 2, longestDelaySeconds: 3_600 },
  /** A payment that nobody needs any more: should it be paid in spite of all, it is refunded. */
  'cancel-leftover': { retryLimit: 20, firstDelaySeconds: 2, longestDelaySeconds: 3_600 },
  'sweep-mails': { retryLimit: 1, firstDelaySeconds: 1, longestDelaySeconds: 10, atMostSeconds: sweepSeconds },
  /** Runs again by itself, so one more try is enough. */
  'sweep-payments': { retryLimit: 1, firstDelaySeconds: 1, longestDelaySeconds: 10, atMostSeconds: sweepSeconds },
  'fill-event-holes': { retryLimit: 3, firstDelaySeconds: 5, longestDelaySeconds: 60, atMostSeconds: sweepSeconds },
  /** Runs again by itself. */
  'sweep-carts': { retryLimit: 1, firstDelaySeconds: 10, longestDelaySeconds: 60, atMostSeconds: sweepSeconds },
  'compare-charges': { retryLimit: 3, firstDelaySeconds: 30, longestDelaySeconds: 600, atMostSeconds: sweepSeconds },
  'read-fees': { retryLimit: 3, firstDelaySeconds: 30, longestDelaySeconds: 600, atMostSeconds: sweepSeconds },
  'check-invariants': { retryLimit: 1, firstDelaySeconds: 30, longestDelaySeconds: 30 },
  'clean-up': { retryLimit: 3, firstDelaySeconds: 60, longestDelaySeconds: 600, atMostSeconds: sweepSeconds },
  /** Somebody waits for an email in front of a screen that says it is on its way. */
  'account-email': { retryLimit: 30, firstDelaySeconds: 1, longestDelaySeconds: 300 },
  /** Somebody asked to be forgotten: about two days, and the daily sweep asks again. */
  'forget-account': { retryLimit: 60, firstDelaySeconds: 2, longestDelaySeconds: 3_600 },
  'sweep-closed': { retryLimit: 3, firstDelaySeconds: 60, longestDelaySeconds: 600, atMostSeconds: sweepSeconds },
  /** Nothing is charged for weeks, and the sweep repeats what did not come to its end. */
  'start-subscription': { retryLimit: 30, firstDelaySeconds: 2, longestDelaySeconds: 3_600 },
  /** Waits for the refunds of what was paid: about two days. A refund that goes back later starts it again. */
  'finish-cancellation': { retryLimit: 60, firstDelaySeconds: 2, longestDelaySeconds: 3_600 },
  /** What its owner decided, such as an end: about two days, and the sweep goes on. */
  'change-subscription': { retryLimit: 60, firstDelaySeconds: 2, longestDelaySeconds: 3_600 },
  'sweep-subscriptions': { retryLimit: 1, firstDelaySeconds: 1, longestDelaySeconds: 10, atMostSeconds: sweepSeconds },
  'compare-subscriptions': { retryLimit: 3, firstDelaySeconds: 30, longestDelaySeconds: 600, atMostSeconds: sweepSeconds },
  'tell-customer': { retryLimit: 60, firstDelaySeconds: 2, longestDelaySeconds: 3_600 },
  'forget-guest': { retryLimit: 60, firstDelaySeconds: 2, longestDelaySeconds: 3_600 },
  'sweep-credit': { retryLimit: 1, firstDelaySeconds: 1, longestDelaySeconds: 10, atMostSeconds: sweepSeconds },
  'compare-credit-invoices': { retryLimit: 3, firstDelaySeconds: 30, longestDelaySeconds: 600, atMostSeconds: sweepSeconds },
  /** Until its invoice is at the processor, nobody can pay it: about half a day, and then the sweep asks again. */
  'send-credit-invoice': { retryLimit: 40, firstDelaySeconds: 1, longestDelaySeconds: 1_200 },
  /** About half a day, and then the sweep asks again. */
  'mark-uncollectible': { retryLimit: 40, firstDelaySeconds: 1, longestDelaySeconds: 1_200 },
  'autopay-invoice': { retryLimit: 20, firstDelaySeconds: 2, longestDelaySeconds: 1_200 },
  /** What a bureau in trouble did not take waits in our rows; the sweep comes back when its time has come. */
  'report-to-bureau': { retryLimit: 3, firstDelaySeconds: 30, longestDelaySeconds: 300 },
  /** Somebody waits in front of a form, and may send the picture again. */
  'make-picture': { retryLimit: 5, firstDelaySeconds: 2, longestDelaySeconds: 60 },
  /** Goes on where it was, so a database that was away costs nothing but time. */
  'run-bulk-act': { retryLimit: 60, firstDelaySeconds: 1, longestDelaySeconds: 300 },
  /** A long list takes minutes, and a try begins anew. */
  'make-list-file': { retryLimit: 10, firstDelaySeconds: 5, longestDelaySeconds: 600, atMostSeconds: sweepSeconds },
  /** Asked for again where somebody still waits for it. */
  'check-audit-log': { retryLimit: 1, firstDelaySeconds: 30, longestDelaySeconds: 30, atMostSeconds: auditSeconds },
  /** Runs again by itself. */
  'tell-alarms': { retryLimit: 1, firstDelaySeconds: 5, longestDelaySeconds: 30 },
  /** The next one comes in a minute. */
  'check-status': { retryLimit: 0, firstDelaySeconds: 5, longestDelaySeconds: 30 },
  /** Somebody else's machine may be away: about a day. */
  'post-alarm': { retryLimit: 40, firstDelaySeconds: 2, longestDelaySeconds: 3_600 },
  /** Runs again by itself within a minute. */
  'publish-posts': { retryLimit: 1, firstDelaySeconds: 5, longestDelaySeconds: 10 },
  /** Visitors may see what was, so it is tried often; the clock asks again each minute. */
  'purge-edge': { retryLimit: 10, firstDelaySeconds: 1, longestDelaySeconds: 10 },
  'sweep-reporting': { retryLimit: 1, firstDelaySeconds: 10, longestDelaySeconds: 60, atMostSeconds: sweepSeconds },
};
