/**
 * Connects from the profile: by popup, or in this tab if popups are blocked. Then our server saves the
 * connection and runs the first sync.
 */
import { useEffect, useRef, useState } from 'react';
import { reportingTermsVersion } from '#kernel/reporting-terms.ts';
import { site } from '#content/site.ts';
import { apiStore, type CurrentUser } from '#web/session/api.ts';
import * as toasts from '#web/ui/toasts.ts';
import { type Attempt, connectUrl, failures, type Verdict } from './answer.ts';
import { askFactiiv, openPopup } from './ask-factiiv.ts';
import { freshState, storeAttempt } from './attempt.ts';
import { connectedText, saveConnection, syncedText, syncFirst } from './finish.ts';
import { rereadConnection } from './reporting-api.ts';

/** `away`: the user is in the popup. */
export type Step = 'idle' | 'away' | 'saving';

export type Connecting = {
  step: Step;
  /** Why the last attempt failed, also shown as a toast. */
  problem: string | null;
  /** Must be called in a click handler, or the browser blocks the popup. */
  start: () => void;
  cancel: () => void;
};

/** `connectedAt`: of the existing connection; null if there is none. */
type At = { connectAddress: string; appName: string; connectedAt: string | null };

export function useConnecting(user: CurrentUser, { connectAddress, appName, connectedAt }: At): Connecting {
  const [step, setStep] = useState<Step>('idle');
  const [problem, setProblem] = useState<string | null>(null);
  const stop = useRef(() => {});
  useEffect(() => () => stop.current(), []);
  // If this window was frozen when the response arrived, the other one completes the connection. Returning
  // here refetches it.
  const isOpen = step === 'away' || problem === failures.closed;
  useEffect(() => {
    if (!isOpen) return;
    const reread = (): void => void apiStore.dispatch(rereadConnection());
    window.addEventListener('focus', reread);
    return () => window.removeEventListener('focus', reread);
  }, [isOpen]);
  useEffect(() => {
    if (connectedAt === null) return;
    stop.current();
    setProblem(null);
    setStep('idle');
  }, [connectedAt]);
  const fail = (text: string): void => {
    toasts.error(text, 'factiiv');
    setProblem(text);
    setStep('idle');
  };
  const use = async (attempt: Attempt, { granted, failure }: Verdict): Promise<void> => {
    if (failure !== failures.closed) storeAttempt(null);
    if (granted === null) return fail(failure);
    setStep('saving');
    setProblem(null);
    const { refused } = await saveConnection(granted, attempt);
    if (refused !== null) return fail(refused);
    toasts.success(connectedText, 'factiiv');
    const synced = await syncFirst();
    apiStore.dispatch(rereadConnection());
    if (synced.refused === null) toasts.success(syncedText, 'factiiv-sync');
    else toasts.error(synced.refused, 'factiiv-sync');
    setStep('idle');
  };
  const start = (): void => {
    stop.current();
    const attempt = { state: freshState(), userId: user.id, appName, termsVersion: reportingTermsVersion };
    const url = connectUrl({
      attempt,
      connectAddress,
      origin: window.location.origin,
      screenName: site.name,
    });
    // Before the popup opens: it gets a copy and can finish alone if this page is closed.
    storeAttempt({ ...attempt, inThisTab: false });
    const popup = openPopup(url);
    if (popup === null) {
      storeAttempt({ ...attempt, inThisTab: true });
      window.location.assign(url);
      return;
    }
    setProblem(null);
    setStep('away');
    stop.current = askFactiiv(popup, attempt, (verdict) => void use(attempt, verdict));
  };
  const cancel = (): void => {
    stop.current();
    storeAttempt(null);
    setStep('idle');
  };
  return { step, problem, start, cancel };
}
