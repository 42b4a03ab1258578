/**
 * `/connect/factiiv`: passes Factiiv's response to the page that asked, and closes. If no page takes it,
 * because popups are blocked or that page is gone, it completes the connection itself. It does so only if the
 * attempt began in this tab.
 */
import '#web/without-eval.ts';
import { type ReactNode, useEffect, useState } from 'react';
import { AccountFrame } from '#web/features/account/account-frame.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import * as toasts from '#web/ui/toasts.ts';
import { checkAnswer, stateIn } from './answer.ts';
import { readAttempt, storeAttempt } from './attempt.ts';
import { connectedText, saveConnection, syncedText, syncFirst } from './finish.ts';
import { passAnswer } from './pass-answer.ts';

type Outcome =
  | { kind: 'working' }
  /** The page that asked continues. This window stays open if scripts cannot close it. */
  | { kind: 'handed-over' }
  | { kind: 'connected'; syncProblem: string | null }
  | { kind: 'failed'; text: string }
  /** This browser did not ask: a forged link, or the tab's storage was cleared. */
  | { kind: 'not-asked' }
  /** Opened, or reloaded, without a response in the address. */
  | { kind: 'empty' };

/** The result, stored in this history entry for a reload, without the key. */
type EntryState = { factiivOutcome?: Outcome } | null;
const earlierOutcome = (): Outcome =>
  (window.history.state as EntryState)?.factiivOutcome ?? { kind: 'empty' };

async function finish(): Promise<Outcome> {
  const query = window.factiivAnswer ?? '';
  const stored = readAttempt();
  const isForThisTab = stored?.inThisTab === true;
  if (query === '' && (stored === null || earlierOutcome().kind !== 'empty')) return earlierOutcome();
  if (!isForThisTab && (await isTaken(query))) {
    window.close();
    return { kind: 'handed-over' };
  }
  delete window.factiivAnswer;
  if (stored === null) return { kind: 'not-asked' };
  storeAttempt(null);
  const { granted, failure } = checkAnswer(query, stored);
  if (granted === null) return { kind: 'failed', text: failure };
  const { refused } = await saveConnection(granted, stored);
  if (refused !== null) return { kind: 'failed', text: refused };
  toasts.success(connectedText, 'factiiv');
  const synced = await syncFirst();
  if (synced.refused === null) toasts.success(syncedText, 'factiiv-sync');
  return { kind: 'connected', syncProblem: synced.refused };
}

/** Taken by another of our pages, or read by the page that opened this window. */
async function isTaken(query: string): Promise<boolean> {
  const state = stateIn(query);
  const isTaken = state !== null && (await passAnswer(query, state));
  return isTaken || window.factiivAnswer === undefined;
}

/** A response is used once, even if the page renders several times. */
let finishing: Promise<Outcome> | null = null;

function useOutcome(): Outcome {
  const [outcome, setOutcome] = useState<Outcome>({ kind: 'working' });
  useEffect(() => {
    finishing ??= finish();
    void finishing.then((found) => {
      window.history.replaceState({ ...window.history.state, factiivOutcome: found }, '');
      setOutcome(found);
    });
  }, []);
  return outcome;
}

export default function ReturnPage() {
  const outcome = useOutcome();
  if (outcome.kind === 'working')
    return (
      <AccountFrame title="Connecting to Factiiv" aside={null}>
        <p role="status" className="flex items-center gap-3">
          <Spinner className="size-5" />
          This takes a few seconds.
        </p>
      </AccountFrame>
    );
  return <OutcomeNotice outcome={outcome} />;
}

const OutcomeNotice = ({ outcome }: { outcome: Exclude<Outcome, { kind: 'working' }> }) => {
  switch (outcome.kind) {
    case 'handed-over':
      return (
        <Ended title="Back to your profile">
          You can close this window and go back to your profile in the other one.
        </Ended>
      );
    case 'connected':
      return (
        <Ended title="Connected to Factiiv">
          <Notice tone="ok" role="status">
            <p>{connectedText}</p>
            {outcome.syncProblem === null && <p>{syncedText}</p>}
          </Notice>
          {outcome.syncProblem !== null && (
            <Notice tone="warn" role="alert" title="Your purchases are not synced yet">
              <p>{outcome.syncProblem}</p>
            </Notice>
          )}
        </Ended>
      );
    case 'failed':
      return (
        <Ended title="Not connected">
          <Notice tone="danger" role="alert">
            <p>{outcome.text}</p>
          </Notice>
          <p>Nothing was changed. You can start again in your profile.</p>
        </Ended>
      );
    case 'not-asked':
      return (
        <Ended title="Not connected">
          <Notice tone="warn" role="alert">
            <p>This connection was not started in this browser window, so nothing was saved.</p>
          </Notice>
          <p>If you were connecting, start again in your profile.</p>
        </Ended>
      );
    case 'empty':
      return (
        <Ended title="Connect to Factiiv">
          <p>
            This page works only once, when Factiiv sends you back. Your profile shows whether your account is
            connected.
          </p>
        </Ended>
      );
  }
};

const Ended = ({ title, children }: { title: string; children: ReactNode }) => (
  <AccountFrame title={title} aside={null} takesFocus>
    {typeof children === 'string' ? <p>{children}</p> : children}
    <div>
      <ButtonLink to="/profile?section=factiiv">Back to your profile</ButtonLink>
    </div>
  </AccountFrame>
);
