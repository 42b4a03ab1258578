/**
 * The processor's card fields and the steps after them: the card is saved, the bank may ask for confirmation,
 * and the amount due is charged.
 */
import { useCallback, useEffect, useRef, useState } from 'react';
import { finishCardByLink, startCardByLink } from '#contract/subscriptions.ts';
import { call } from '#web/session/call.ts';
import { ProblemBox } from '#web/ui/problem-box.tsx';
import { type CardFields, errorOccurred } from '#web/features/cards/card-fields.ts';
import { openCardProvider, type RuntimeConfig } from '#web/features/cards/card-provider.ts';
import { type ElementsPurpose, ProviderElements } from '#web/features/cards/provider-elements.tsx';
import { refusalText } from '#web/session/refusal.ts';
import { toRejection } from '#web/session/api.ts';
import { Button } from '#web/ui/button.tsx';
import { FullScreenSpinner } from '#web/ui/full-screen-spinner.tsx';
import { LockIcon } from '#web/ui/lock-icon.tsx';
import { freshKey } from '#web/fresh-key.ts';
import { keepCardLink } from './card-link-token.ts';
import type { Replaced } from './new-card-page.tsx';

const purpose: ElementsPurpose = { mode: 'setup', currency: 'usd', allowedPaymentMethodTypes: ['card'] };

type Props = {
  config: RuntimeConfig;
  token: string;
  /** Back from the bank: the card may already be saved. */
  isReturning: boolean;
  /** The amount charged immediately, formatted; null if nothing is due. */
  due: string | null;
  onDone: (status: Replaced['status']) => void;
};

export function NewCardForm({ config, token, isReturning, due, onDone }: Props) {
  const [fields, setFields] = useState<CardFields>(null);
  const [hasFailed, setHasFailed] = useState(false);
  const { isBusy, problem, save } = useReplacing({ config, token, isReturning, due, onDone });
  return (
    <form
      aria-label="New card"
      className="grid gap-5"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (fields !== null) void save(fields);
      }}
    >
      <ProblemBox problem={problem} />
      <p className="flex items-start gap-1.5 text-sm text-muted">
        <LockIcon />
        <span>Your card details go directly to our card processor. We never see them.</span>
      </p>
      <ProviderElements
        config={config}
        purpose={purpose}
        reassurance="No card was saved."
        knowsPayer={false}
        onFields={setFields}
        hasFailed={hasFailed}
        onFailed={setHasFailed}
      />
      <div className="grid gap-2">
        <Button
          type="submit"
          size="large"
          disabled={fields === null}
          aria-describedby={fields === null ? 'new-card-reason' : undefined}
        >
          {due === null ? 'Save card' : `Save card and pay ${due}`}
        </Button>
        {fields === null && (
          <p id="new-card-reason" className="text-sm text-muted">
            {hasFailed ? 'The card cannot be saved without the card fields.' : 'The card fields are loading.'}
          </p>
        )}
      </div>
      {isBusy && (
        <FullScreenSpinner
          label="We are saving your card"
          whenLong="This is taking longer than usual. We are waiting for your bank. You are never charged twice. Please keep this page open."
        />
      )}
    </form>
  );
}

/** The card may have been saved and charged; only the server knows. */
const noAnswer =
  'The connection was lost before we had an answer. Please try again. You are never charged twice.';

type Problem = { text: string } | null;

/**
 * One attempt at a time. Its key stays the same until the card is saved, so a retry is the same attempt.
 * Another card gets a new key.
 */
function useReplacing({ config, token, isReturning, due, onDone }: Props) {
  const [isBusy, setBusy] = useState(isReturning);
  const [problem, setProblem] = useState<Problem>(null);
  const isRunning = useRef(false);
  const attempt = useRef(freshKey());

  const run = useCallback(
    async (work: () => Promise<Replaced | string>): Promise<void> => {
      if (isRunning.current) return;
      isRunning.current = true;
      setProblem(null);
      setBusy(true);
      const ended = await work().catch(failedText);
      isRunning.current = false;
      setBusy(false);
      if (typeof ended !== 'string' && (ended.status === 'paid' || ended.status === 'saved'))
        return onDone(ended.status);
      setProblem({ text: typeof ended === 'string' ? ended : refusedText(ended, due) });
    },
    [due, onDone],
  );

  const save = ({ stripe, elements }: NonNullable<CardFields>): Promise<void> =>
    run(async () => {
      const { error: wrongFields } = await elements.submit();
      if (wrongFields) return wrongFields.message ?? errorOccurred;
      keepCardLink(token);
      const { client_secret: clientSecret } = await call(startCardByLink, {
        headers: { 'idempotency-key': attempt.current },
        body: { token },
      });
      const { error } = await stripe.confirmSetup({
        elements,
        clientSecret,
        redirect: 'if_required',
        confirmParams: { return_url: `${window.location.origin}${window.location.pathname}` },
      });
      // Saved by an attempt whose response was lost: only the last step remains.
      if (error && error.code !== 'setup_intent_unexpected_state') return error.message ?? errorOccurred;
      // With the same key the next card would be mistaken for this one.
      attempt.current = freshKey();
      return finish(config, token);
    });

  const isFinishing = useRef(false);
  useEffect(() => {
    if (!isReturning || isFinishing.current) return;
    isFinishing.current = true;
    void run(() => finish(config, token));
  }, [isReturning, run, config, token]);
  return { isBusy, problem, save };
}

/** The bank may ask for confirmation again before the amount due is charged. */
async function finish(config: RuntimeConfig, token: string): Promise<Replaced | string> {
  const first = await call(finishCardByLink, { body: { token } });
  if (first.status !== 'requires_action' || first.client_secret === undefined) return first;
  const stripe = await openCardProvider(config);
  const { error } = await stripe.handleNextAction({ clientSecret: first.client_secret });
  if (error) return { status: 'declined', message: error.message ?? errorOccurred };
  return call(finishCardByLink, { body: { token } });
}

function failedText(error: unknown): string {
  const rejection = toRejection(error);
  return rejection.code === 'network' ? noAnswer : refusalText(rejection);
}

const refusedText = ({ status, message }: Replaced, due: string | null): string => {
  if (status === 'not_saved')
    return 'The card was not saved and nothing was charged. Please try again or use another card.';
  return `The card is saved, but ${due ?? 'the payment'} was not paid${message === undefined ? '' : `: ${message}`} You can try another card.`;
};
