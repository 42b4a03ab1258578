/** Every REST operation, one line per resource. A new resource is a file beside this one and a line here. */
import type { Operation } from '#sandbox/stripe/http/operation.ts';
import * as events from './events.ts';
import * as paymentIntents from './payment-intents.ts';
import * as webhookEndpoints from './webhook-endpoints.ts';

/** Fixed words such as `search` come before `:id`, so a resource lists them first. */
export const operations: readonly Operation[] = [
  ...events.operations,
  ...paymentIntents.operations,
  ...webhookEndpoints.operations,
];
