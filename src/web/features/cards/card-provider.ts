/**
 * Loads the card processor's browser library, only on this page and only when needed, because its script can
 * read our storage. One build serves production and sandbox. If the configuration has a script address, that
 * script is loaded first and the processor's loader reuses it.
 */
import type { Answer } from '#contract/endpoint.ts';
import type { readRuntimeConfig } from '#contract/site.ts';
import type { Stripe } from '@stripe/stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure';

export type RuntimeConfig = Answer<typeof readRuntimeConfig>;

const opened = new Map<string, Promise<Stripe>>();

/** Throws if the script cannot be loaded; the next call retries. */
export function openCardProvider(config: RuntimeConfig): Promise<Stripe> {
  const key = `${config.stripeScriptUrl} ${config.stripePublishableKey}`;
  const cached = opened.get(key);
  if (cached) return cached;
  const opening = open(config);
  opened.set(key, opening);
  opening.catch(() => opened.delete(key));
  return opening;
}

async function open({ stripePublishableKey, stripeScriptUrl }: RuntimeConfig): Promise<Stripe> {
  if (stripeScriptUrl !== null && !window.Stripe) await loadScript(stripeScriptUrl);
  const stripe = await loadStripe(stripePublishableKey);
  if (!stripe) throw new Error('the card processor gave no library');
  return stripe;
}

const loadScript = (address: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = address;
    script.async = true;
    script.onload = () => resolve();
    script.onerror = () => {
      script.remove();
      reject(new Error('the card processor’s script could not be loaded'));
    };
    document.head.append(script);
  });
