/** Every REST operation, one line per resource. A new resource is a file beside this one and a line here. */
import type { Operation } from '#sandbox/stripe/http/operation.ts';
import * as charges from './charges.ts';
import * as customers from './customers.ts';
import * as disputes from './disputes.ts';
import * as events from './events.ts';
import * as paymentIntents from './payment-intents.ts';
import * as paymentMethods from './payment-methods.ts';
import * as paymentSearch from './payment-search.ts';
import * as refunds from './refunds.ts';
import * as setupIntents from './setup-intents.ts';
import * as webhookEndpoints from './webhook-endpoints.ts';

/** Order matters in one place: the fixed word `search` comes before `:id`. */
export const operations: readonly Operation[] = [
  ...charges.operations,
  ...customers.operations,
  ...disputes.operations,
  ...events.operations,
  ...paymentSearch.operations,
  ...paymentIntents.operations,
  ...paymentMethods.operations,
  ...refunds.operations,
  ...setupIntents.operations,
  ...webhookEndpoints.operations,
];
