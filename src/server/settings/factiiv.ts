/**
 * Settings of the credit bureau Factiiv. Set all three addresses, or none. With none, nothing is reported.
 */
import type { FactiivSettings } from '#adapters/factiiv/bureau.ts';
import { z } from 'zod';
import { origin, pairs, type SettingsOf } from './setting-values.ts';
import { isLive } from './stripe.ts';

export const factiivSettings = {
  FACTIIV_API_BASE: origin
    .optional()
    .meta({ description: "Address of Factiiv's API. Set all three addresses, or none." }),
  FACTIIV_CONNECT_URL: origin
    .optional()
    .meta({ description: 'Factiiv page where customers grant the shop a key.' }),
  FACTIIV_SITE_URL: origin
    .optional()
    .meta({ description: "Factiiv's website, linked in the customer's profile." }),
  FACTIIV_FIELD_NAMES: pairs(/^\w+=\w+$/, 'each entry must be OUR_NAME=THEIR_NAME')
    .transform(Object.fromEntries<string>)
    .default({})
    .meta({
      description:
        'API fields that Factiiv names differently, comma-separated, such as `tradeLines=activeTradeLines`.',
    }),
  FACTIIV_APP_NAME: z
    .string()
    .min(1)
    .max(100)
    .default('stateside')
    .meta({ description: 'Name of the shop at Factiiv.' }),
};

type Settings = SettingsOf<typeof factiivSettings>;

export function readFactiiv(settings: Settings): FactiivSettings | null {
  const {
    FACTIIV_API_BASE: apiBase,
    FACTIIV_CONNECT_URL: connectAddress,
    FACTIIV_SITE_URL: providerAddress,
  } = settings;
  if (apiBase === undefined || connectAddress === undefined || providerAddress === undefined) return null;
  return {
    apiBase,
    connectAddress,
    providerAddress,
    appName: settings.FACTIIV_APP_NAME,
    fieldNames: settings.FACTIIV_FIELD_NAMES,
  };
}

/** Factiiv addresses must be safe, because a key that a customer has granted is sent to them. */
export function guardFactiiv(
  settings: Partial<Settings> & { STRIPE_SECRET_KEY?: string | undefined },
): string[] {
  const addresses = [settings.FACTIIV_API_BASE, settings.FACTIIV_CONNECT_URL, settings.FACTIIV_SITE_URL];
  const isSet = addresses.filter((address) => address !== undefined);
  const names = 'FACTIIV_API_BASE, FACTIIV_CONNECT_URL, FACTIIV_SITE_URL';
  if (isSet.length > 0 && isSet.length < addresses.length) return [`${names}: set all three, or none`];
  if (isLive(settings.STRIPE_SECRET_KEY ?? '') && isSet.some((address) => !address.startsWith('https://')))
    return [`${names}: must be https addresses with a live key`];
  return [];
}
