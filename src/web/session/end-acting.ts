/** Tells the server that an administrator has done with a customer, so that the leave ends with the notice. Loaded at that moment. */
import '#web/without-eval.ts';
import { endActing } from '#contract/accounts.ts';
import { createClient } from '#contract/client.ts';
import { headersOf, readStoredSession } from './stored-session.ts';
import { openStorage } from '#web/local-storage.ts';

/** Outlives the page. A call that fails costs little: the leave ends by itself within half an hour. */
export function tellServer(): void {
  const session = readStoredSession(openStorage());
  const callLast = createClient(
    (input, init) => fetch(input, { ...init, keepalive: true, headers: { ...init?.headers, ...headersOf(session) } }),
    '',
  );
  callLast(endActing).catch(() => undefined);
}
