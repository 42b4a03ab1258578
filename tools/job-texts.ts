/** The description of each job for `docs/reference/jobs.md`. A test fails when a job has none. */
import type { JobName } from '#modules/shared/job-list.ts';

export const jobTexts: Record<JobName, string> = {
  'send-mail': 'Sends one email of the outbox.',
  'send-awaited-mail':
    'Sends one email that a person is waiting for, such as a log-in link, ahead of the others.',
  'settle-webhook': 'Processes one stored event of the payment processor.',
  'send-refund': 'Sends one recorded refund to the processor.',
  'cancel-leftover': 'Cancels a payment that its order no longer needs.',
  'sweep-mails': 'Queues emails whose job was lost.',
  'sweep-payments': 'Settles open payments whose webhook is missing, and expires unpaid orders.',
  'fill-event-holes': 'Reads the events that the processor could not deliver.',
  'sweep-carts': 'Marks abandoned carts and queues their reminders.',
  'compare-charges':
    'Compares the charges of the processor with our payments and raises an alarm for each difference.',
  'read-fees': 'Stores the fees that the processor charged.',
  'clean-up': 'Deletes expired rows and files, and stores the totals of past days.',
  'check-invariants': 'Checks the invariants on the rows that have changed.',
  'account-email': 'Creates the link of an account request and queues its email.',
  'forget-account': 'Removes the personal data of a closed account, also at the processor.',
  'sweep-closed': 'Queues closed accounts whose personal data is still stored.',
  'start-subscription': 'Starts a sold subscription at the processor.',
  'change-subscription': 'Sends a cancellation, resumption, or new card of a subscription to the processor.',
  'finish-cancellation': 'Completes the cancellation of a paid order after its refunds.',
  'sweep-subscriptions': 'Repeats unfinished subscription changes, and sends renewal notices.',
  'compare-subscriptions':
    'Compares subscriptions with the processor and raises an alarm for each difference.',
  'forget-guest': 'Removes the personal data of a guest.',
  'tell-customer': 'Sends changed contact data of a customer to the processor.',
  'sweep-credit': 'Marks late invoices, places and releases holds, and sends reminders.',
  'compare-credit-invoices':
    'Compares Net 30 invoices with the processor and repairs or reports each difference.',
  'send-credit-invoice': 'Creates one Net 30 invoice at the processor.',
  'mark-uncollectible': 'Marks a written-off invoice as uncollectible at the processor.',
  'autopay-invoice': 'Charges the saved card of a customer for one due invoice.',
  'report-to-bureau': 'Sends the waiting reports of one customer to Factiiv.',
  'sweep-reporting': 'Queues Factiiv connections with reports that are due.',
  'make-picture': 'Resizes one uploaded picture.',
  'run-bulk-act': 'Applies one action to many orders, and continues where it stopped.',
  'make-list-file': 'Writes one exported list to a file.',
  'check-audit-log': 'Verifies the hashes of the audit log.',
  'tell-alarms': 'Notifies the recipients of new alarms.',
  'post-alarm': 'Calls one webhook about an alarm.',
  'check-status': 'Records the state of each part for the status page.',
  'publish-posts': 'Publishes scheduled posts.',
  'purge-edge': 'Purges changed pages from the CDN.',
};
