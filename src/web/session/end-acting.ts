/**
 * Notifies the server that an administrator stopped acting as a customer, so the grant ends. Loaded on
 * demand.
 */
import '#web/without-eval.ts';
import { endActing } from '#contract/accounts.ts';
import { createClient } from '#contract/client.ts';
import { headersOf, readStoredSession } from './stored-session.ts';
import { openStorage } from '#web/local-storage.ts';

/** `keepalive`, so the call outlives the page. If it fails, the grant expires within half an hour. */
export function notifyServer(): void {
  const session = readStoredSession(openStorage());
  const callLast = createClient(
    (input, init) =>
      fetch(input, { ...init, keepalive: true, headers: { ...init?.headers, ...headersOf(session) } }),
    '',
  );
  callLast(endActing).catch(() => undefined);
}
