/**
 * Removes the secret that the processor's redirect adds to the address, so it stays out of history,
 * screenshots, and logs.
 */
import { useEffect, useLayoutEffect } from 'react';

const secrets = [
  'payment_intent',
  'payment_intent_client_secret',
  'setup_intent',
  'setup_intent_client_secret',
  'redirect_status',
  'source_type',
];

export function useCleanAddress(): void {
  const useBrowserEffect = typeof window === 'undefined' ? useEffect : useLayoutEffect;
  useBrowserEffect(() => {
    const url = new URL(window.location.href);
    if (!secrets.some((name) => url.searchParams.has(name))) return;
    for (const name of secrets) url.searchParams.delete(name);
    window.history.replaceState(window.history.state, '', url);
  }, []);
}
