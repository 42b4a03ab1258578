/** Settings that the browser needs at startup: one build serves the sandbox and production. */
import { z } from 'zod';
import { endpoint } from './endpoint.ts';

export const RuntimeConfig = z.object({
  stripePublishableKey: z.string(),
  /** The sandbox's script; null means Stripe's own, loaded by its loader. */
  stripeScriptUrl: z.string().nullable(),
});

/** Error messages in another language: by code, and the texts used in `x-error-detail`. */
export const readRefusals = endpoint({
  method: 'GET',
  path: '/api/languages/{language}/refusals',
  access: 'public',
  summary: 'Returns the translations of all error messages for a language',
  params: z.strictObject({ language: z.string().max(35) }),
  response: z.object({
    codes: z.record(z.string(), z.string()),
    /** By English text; one with placeholders as ICU MessageFormat elements. */
    texts: z.record(z.string(), z.union([z.string(), z.array(z.unknown())])),
  }),
});

export const readRuntimeConfig = endpoint({
  method: 'GET',
  path: '/api/runtime-config',
  access: 'public',
  summary: 'Returns the public keys and addresses the browser needs',
  response: RuntimeConfig,
});
