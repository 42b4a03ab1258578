/**
 * After Factiiv grants a key: our server receives it, verifies its owner with Factiiv, and reports the first
 * purchases.
 */
import { connectFactiiv, syncTrades } from '#contract/reporting.ts';
import { refusalText } from '#web/session/refusal.ts';
import { toRejection } from '#web/session/api.ts';
import { call } from '#web/session/call.ts';
import type { Attempt, Granted } from './answer.ts';

export const connectedText = 'fact account connected successfully';
export const syncedText = 'your purchases are synced successfully';

export type Refused = { refused: string | null };

const outcomeOf = (work: Promise<unknown>): Promise<Refused> =>
  work.then(
    () => ({ refused: null }),
    (error: unknown) => ({ refused: refusalText(toRejection(error)) }),
  );

export const saveConnection = (granted: Granted, { userId, termsVersion }: Attempt): Promise<Refused> =>
  outcomeOf(
    call(connectFactiiv, {
      params: { id: userId },
      body: { ...granted, reportingTermsVersion: termsVersion },
    }),
  );

export const syncFirst = (): Promise<Refused> => outcomeOf(call(syncTrades));
