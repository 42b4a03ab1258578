/** What the browser must know before it can start: one build serves the sandbox and production. */
import { z } from 'zod';
import { endpoint } from './endpoint.ts';

export const RuntimeConfig = z.object({
  stripePublishableKey: z.string(),
  /** The sandbox's script; null means Stripe's own, loaded by its loader. */
  stripeScriptUrl: z.string().nullable(),
});

export const readRuntimeConfig = endpoint({
  method: 'GET',
  path: '/api/runtime-config',
  access: 'public',
  summary: 'Keys and addresses that the browser needs',
  response: RuntimeConfig,
});
