/**
 * Handles the return from the bank's page after saving a card. The processor's redirect adds its secret to
 * the address. It is read once and removed first, so it stays out of history, screenshots, and logs.
 */
import { useEffect, useLayoutEffect, useState } from 'react';
import { errorOccurred } from '#web/features/cards/card-fields.ts';
import { openCardProvider, type RuntimeConfig } from '#web/features/cards/card-provider.ts';
import { apiStore } from '#web/session/api.ts';
import * as toasts from '#web/ui/toasts.ts';
import { rereadCards } from '#web/features/cards/cards-api.ts';

const names = ['setup_intent', 'setup_intent_client_secret', 'redirect_status', 'source_type'];

const readSecret = (): string | null =>
  new URL(window.location.href).searchParams.get('setup_intent_client_secret');

/** True if the page was opened by such a redirect. */
export function useCardReturn(config: RuntimeConfig): boolean {
  const [secret] = useState(readSecret);
  useLayoutEffect(() => {
    const url = new URL(window.location.href);
    if (!names.some((name) => url.searchParams.has(name))) return;
    for (const name of names) url.searchParams.delete(name);
    window.history.replaceState(window.history.state, '', url);
  }, []);
  useEffect(() => {
    if (secret === null) return;
    let isCurrent = true;
    const report = (error: string | null): void => {
      if (!isCurrent) return;
      apiStore.dispatch(rereadCards());
      if (error === null) toasts.success('Payment method added successfully', 'profile');
      else toasts.error(error, 'profile');
    };
    openCardProvider(config)
      .then((stripe) => stripe.retrieveSetupIntent(secret))
      .then(({ setupIntent, error }) => {
        if (setupIntent?.status === 'succeeded') return report(null);
        report(setupIntent?.last_setup_error?.message ?? error?.message ?? errorOccurred);
      })
      .catch(() => report(errorOccurred));
    return () => {
      isCurrent = false;
    };
  }, [secret, config]);
  return secret !== null;
}
