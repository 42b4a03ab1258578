/**
 * All kinds of jobs, with their payloads and retry policies. A payload has ids only. The handler reads the
 * current rows, because a job may run late and more than once.
 */
import { createJobQueue, type JobQueue, type QueueOptions, type RetryPolicy } from '#platform/jobs.ts';

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

export type Jobs = JobQueue<JobData>;

/**
 * A sweep through a few hundred payments takes an hour when the processor hangs, and must not overlap the
 * next sweep.
 */
const sweepSeconds = 2 * 3_600;
/** A full check takes 40 µs an entry, so this is enough for 700 million entries. */
const auditSeconds = 8 * 3_600;

export const retryPolicy: Record<JobName, RetryPolicy> = {
  /** A mail server may be down for hours: retries for about half a day. */
  'send-mail': { retryLimit: 60, firstDelaySeconds: 1, longestDelaySeconds: 900 },
  'send-awaited-mail': { retryLimit: 60, firstDelaySeconds: 1, longestDelaySeconds: 900 },
  /** The sweep reads the same state again, so this stops after about ten minutes. */
  'settle-webhook': { retryLimit: 12, firstDelaySeconds: 1, longestDelaySeconds: 120 },
  /** Money that we owe: retries for about two days, then a person must act. */
  'send-refund': { retryLimit: 60, firstDelaySeconds: 2, longestDelaySeconds: 3_600 },
  /** A payment that is no longer needed. If it is paid in spite of this, it is refunded. */
  'cancel-leftover': { retryLimit: 20, firstDelaySeconds: 2, longestDelaySeconds: 3_600 },
  'sweep-mails': {
    retryLimit: 1,
    firstDelaySeconds: 1,
    longestDelaySeconds: 10,
    atMostSeconds: sweepSeconds,
  },
  /** Runs on a schedule, so one retry is enough. */
  'sweep-payments': {
    retryLimit: 1,
    firstDelaySeconds: 1,
    longestDelaySeconds: 10,
    atMostSeconds: sweepSeconds,
  },
  'fill-event-holes': {
    retryLimit: 3,
    firstDelaySeconds: 5,
    longestDelaySeconds: 60,
    atMostSeconds: sweepSeconds,
  },
  /** Runs on a schedule. */
  'sweep-carts': {
    retryLimit: 1,
    firstDelaySeconds: 10,
    longestDelaySeconds: 60,
    atMostSeconds: sweepSeconds,
  },
  'compare-charges': {
    retryLimit: 3,
    firstDelaySeconds: 30,
    longestDelaySeconds: 600,
    atMostSeconds: sweepSeconds,
  },
  'read-fees': {
    retryLimit: 3,
    firstDelaySeconds: 30,
    longestDelaySeconds: 600,
    atMostSeconds: sweepSeconds,
  },
  'check-invariants': { retryLimit: 1, firstDelaySeconds: 30, longestDelaySeconds: 30 },
  'clean-up': { retryLimit: 3, firstDelaySeconds: 60, longestDelaySeconds: 600, atMostSeconds: sweepSeconds },
  /** A user waits for this email on a page that says it is on its way. */
  'account-email': { retryLimit: 30, firstDelaySeconds: 1, longestDelaySeconds: 300 },
  /** A user asked for deletion: retries for about two days, and the daily sweep starts it again. */
  'forget-account': { retryLimit: 60, firstDelaySeconds: 2, longestDelaySeconds: 3_600 },
  'sweep-closed': {
    retryLimit: 3,
    firstDelaySeconds: 60,
    longestDelaySeconds: 600,
    atMostSeconds: sweepSeconds,
  },
  /** Nothing is charged for weeks, and the sweep repeats unfinished work. */
  'start-subscription': { retryLimit: 30, firstDelaySeconds: 2, longestDelaySeconds: 3_600 },
  /** Waits for the refunds of what was paid: about two days. A later refund starts it again. */
  'finish-cancellation': { retryLimit: 60, firstDelaySeconds: 2, longestDelaySeconds: 3_600 },
  /** A decision of the owner, such as an end: retries for about two days, then the sweep continues. */
  'change-subscription': { retryLimit: 60, firstDelaySeconds: 2, longestDelaySeconds: 3_600 },
  'sweep-subscriptions': {
    retryLimit: 1,
    firstDelaySeconds: 1,
    longestDelaySeconds: 10,
    atMostSeconds: sweepSeconds,
  },
  'compare-subscriptions': {
    retryLimit: 3,
    firstDelaySeconds: 30,
    longestDelaySeconds: 600,
    atMostSeconds: sweepSeconds,
  },
  'tell-customer': { retryLimit: 60, firstDelaySeconds: 2, longestDelaySeconds: 3_600 },
  'forget-guest': { retryLimit: 60, firstDelaySeconds: 2, longestDelaySeconds: 3_600 },
  'sweep-credit': {
    retryLimit: 1,
    firstDelaySeconds: 1,
    longestDelaySeconds: 10,
    atMostSeconds: sweepSeconds,
  },
  'compare-credit-invoices': {
    retryLimit: 3,
    firstDelaySeconds: 30,
    longestDelaySeconds: 600,
    atMostSeconds: sweepSeconds,
  },
  /**
   * Until the invoice is at the processor, it cannot be paid: retries for about half a day, then the sweep
   * starts it again.
   */
  'send-credit-invoice': { retryLimit: 40, firstDelaySeconds: 1, longestDelaySeconds: 1_200 },
  /** Retries for about half a day, then the sweep starts it again. */
  'mark-uncollectible': { retryLimit: 40, firstDelaySeconds: 1, longestDelaySeconds: 1_200 },
  'autopay-invoice': { retryLimit: 20, firstDelaySeconds: 2, longestDelaySeconds: 1_200 },
  /**
   * Reports that a failing bureau did not accept stay in our rows; the sweep sends them when they are due.
   */
  'report-to-bureau': { retryLimit: 3, firstDelaySeconds: 30, longestDelaySeconds: 300 },
  /** A user waits at a form and may upload the image again. */
  'make-picture': { retryLimit: 5, firstDelaySeconds: 2, longestDelaySeconds: 60 },
  /** Continues where it stopped, so a database outage costs only time. */
  'run-bulk-act': { retryLimit: 60, firstDelaySeconds: 1, longestDelaySeconds: 300 },
  /** A long list takes minutes, and a retry starts from the beginning. */
  'make-list-file': {
    retryLimit: 10,
    firstDelaySeconds: 5,
    longestDelaySeconds: 600,
    atMostSeconds: sweepSeconds,
  },
  /** Enqueued again while a user still waits for the result. */
  'check-audit-log': {
    retryLimit: 1,
    firstDelaySeconds: 30,
    longestDelaySeconds: 30,
    atMostSeconds: auditSeconds,
  },
  /** Runs on a schedule. */
  'tell-alarms': { retryLimit: 1, firstDelaySeconds: 5, longestDelaySeconds: 30 },
  /** The next run is in one minute. */
  'check-status': { retryLimit: 0, firstDelaySeconds: 5, longestDelaySeconds: 30 },
  /** The receiver may be down: retries for about a day. */
  'post-alarm': { retryLimit: 40, firstDelaySeconds: 2, longestDelaySeconds: 3_600 },
  /** Runs on a schedule, every minute. */
  'publish-posts': { retryLimit: 1, firstDelaySeconds: 5, longestDelaySeconds: 10 },
  /** Visitors may see outdated pages, so it is retried often; the scheduler starts it again each minute. */
  'purge-edge': { retryLimit: 10, firstDelaySeconds: 1, longestDelaySeconds: 10 },
  'sweep-reporting': {
    retryLimit: 1,
    firstDelaySeconds: 10,
    longestDelaySeconds: 60,
    atMostSeconds: sweepSeconds,
  },
};

export const createJobs = (options: QueueOptions): Promise<Jobs> =>
  createJobQueue<JobData>(retryPolicy, options);
