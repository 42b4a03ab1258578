/**
 * Every REST operation, one line per resource. A new resource needs a file in this folder and a line here.
 */
import type { Operation } from '#sandbox/stripe/http/operation.ts';
import * as balanceTransactions from './balance-transactions.ts';
import * as charges from './charges.ts';
import * as customers from './customers.ts';
import * as disputes from './disputes.ts';
import * as events from './events.ts';
import * as invoiceItems from './invoice-items.ts';
import * as invoices from './invoices.ts';
import * as paymentIntents from './payment-intents.ts';
import * as paymentMethods from './payment-methods.ts';
import * as search from './search.ts';
import * as products from './products.ts';
import * as refunds from './refunds.ts';
import * as setupIntents from './setup-intents.ts';
import * as subscriptions from './subscriptions.ts';
import * as webhookEndpoints from './webhook-endpoints.ts';

/** Order matters once: the literal `search` comes before `:id`. */
export const operations: readonly Operation[] = [
  ...search.operations,
  ...balanceTransactions.operations,
  ...charges.operations,
  ...customers.operations,
  ...disputes.operations,
  ...events.operations,
  ...invoiceItems.operations,
  ...invoices.operations,
  ...paymentIntents.operations,
  ...paymentMethods.operations,
  ...products.operations,
  ...refunds.operations,
  ...setupIntents.operations,
  ...subscriptions.operations,
  ...webhookEndpoints.operations,
];
