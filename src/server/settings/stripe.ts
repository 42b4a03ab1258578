/**
 * Settings of Stripe. Boot guard (situation 34 of the payment rules): a live key is never sent to a sandbox
 * address, and live and test keys are never mixed.
 */
import { z } from 'zod';
import { commaList, origin, type SettingsOf } from './setting-values.ts';

export const stripeSettings = {
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^(sk|rk)_(live|test)_\w+$/, 'must look like sk_live_… or sk_test_…')
    .meta({ description: "Stripe's secret key. Setting it disables the sandbox and the demo." }),
  STRIPE_PUBLISHABLE_KEY: z
    .string()
    .regex(/^pk_(live|test)_\w+$/, 'must look like pk_live_… or pk_test_…')
    .meta({ description: "Stripe's publishable key, in the same mode (live or test) as the secret key." }),
  STRIPE_WEBHOOK_SECRETS: commaList
    .pipe(z.array(z.string().startsWith('whsec_', 'each secret must start with whsec_')).min(1).max(2))
    .meta({ description: 'Webhook signing secret. During rotation, two secrets separated by a comma.' }),
  STRIPE_API_BASE: origin
    .optional()
    .meta({ description: 'Address of a Stripe sandbox. Rejected with a live key.' }),
  STRIPE_JS_URL: z
    .url('must be the address of a script')
    .optional()
    .meta({ description: 'Browser script of a Stripe sandbox. Set it together with `STRIPE_API_BASE`.' }),
};

export type StripeConfig = {
  stripe: {
    secretKey: string;
    publishableKey: string;
    webhookSecrets: string[];
    apiBase: string | null;
    scriptUrl: string | null;
  };
};

type Settings = SettingsOf<typeof stripeSettings>;
type Others = { PSEUDO_LANGUAGES?: 'on' | 'off' | undefined; PUBLIC_ORIGIN?: string | undefined };

export const readStripe = (settings: Settings): StripeConfig => ({
  stripe: {
    secretKey: settings.STRIPE_SECRET_KEY,
    publishableKey: settings.STRIPE_PUBLISHABLE_KEY,
    webhookSecrets: settings.STRIPE_WEBHOOK_SECRETS,
    apiBase: settings.STRIPE_API_BASE ?? null,
    scriptUrl: settings.STRIPE_JS_URL ?? null,
  },
});

export const isLive = (secretKey: string): boolean => secretKey.includes('_live_');

export function guardStripe(settings: Partial<Settings> & Others): string[] {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_PUBLISHABLE_KEY: publishableKey } = settings;
  const isSecretLive = isLive(secretKey ?? '');
  const areBothKnown = secretKey !== undefined && publishableKey !== undefined;
  const sandboxed = settings.STRIPE_API_BASE !== undefined || settings.STRIPE_JS_URL !== undefined;
  return [
    ...(areBothKnown && isSecretLive !== isLive(publishableKey)
      ? ['STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY: must both be live keys or both test keys']
      : []),
    ...(isSecretLive && settings.PSEUDO_LANGUAGES === 'on'
      ? ['STRIPE_SECRET_KEY: a live key cannot be used with PSEUDO_LANGUAGES']
      : []),
    ...(isSecretLive && sandboxed
      ? ['STRIPE_SECRET_KEY: a live key cannot be used with STRIPE_API_BASE or STRIPE_JS_URL']
      : []),
    ...(isSecretLive && !settings.PUBLIC_ORIGIN?.startsWith('https://')
      ? ['PUBLIC_ORIGIN: must be the https address of the shop with a live key']
      : []),
    ...((settings.STRIPE_API_BASE === undefined) !== (settings.STRIPE_JS_URL === undefined)
      ? ['STRIPE_API_BASE, STRIPE_JS_URL: set both (sandbox) or neither (Stripe itself)']
      : []),
  ];
}
