/** Connecting from the profile: the popup, or this tab where popups are blocked; then our server, and the first sync. */
import { useEffect, useRef, useState } from 'react';
import { reportingTermsVersion } from '#kernel/reporting-terms.ts';
import { site } from '#kernel/site.ts';
import { apiStore, type CurrentUser } from '#web/session/api.ts';
import * as toasts from '#web/ui/toasts.ts';
import { type Attempt, connectUrl, failures, type Verdict } from './answer.ts';
import { askFactiiv, openPopup } from './ask-factiiv.ts';
import { freshState, storeAttempt } from './attempt.ts';
import { connectedText, saveConnection, syncedText, syncFirst } from './finish.ts';
import { rereadConnection } from './reporting-api.ts';

/** `away`: somebody is busy in the popup. */
export type Step = 'idle' | 'away' | 'saving';

export type Connecting = {
  step: Step;
  /** Why the last try came to nothing, also said as a toast. */
  problem: string | null;
  /** Must be called as a button is pressed, or the browser opens no popup. */
  start: () => void;
  giveUp: () => void;
};

/** `connectedAt`: of the connection that is there; null: none is. */
type At = { connectAddress: string; appName: string; connectedAt: string | null };

export function useConnecting(user: CurrentUser, { connectAddress, appName, connectedAt }: At): Connecting {
  const [step, setStep] = useState<Step>('idle');
  const [problem, setProblem] = useState<string | null>(null);
  const stop = useRef(() => {});
  useEffect(() => () => stop.current(), []);
  // The other window finishes by itself when this one was asleep as the answer came. Who comes back here sees that.
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
    const url = connectUrl({ attempt, connectAddress, origin: window.location.origin, screenName: site.name });
    // Before the popup opens: it takes a copy along, and can then finish alone when this page is gone.
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
  const giveUp = (): void => {
    stop.current();
    storeAttempt(null);
    setStep('idle');
  };
  return { step, problem, start, giveUp };
}
