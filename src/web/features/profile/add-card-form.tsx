/**
 * Saves another card: the processor validates its fields, our server creates the setup intent, and the
 * processor saves the card. The bank may ask for confirmation. Nothing is charged.
 */
import { zodResolver } from '@hookform/resolvers/zod';
import { useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import type { z } from 'zod';
import { CardHolder } from '#contract/cards.ts';
import { bound } from '#web/ui/fields/bound.ts';
import { type Problem, ProblemBox } from '#web/ui/problem-box.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { type CardFields, errorOccurred } from '#web/features/cards/card-fields.ts';
import type { RuntimeConfig } from '#web/features/cards/card-provider.ts';
import { type ElementsPurpose, ProviderElements } from '#web/features/cards/provider-elements.tsx';
import { apiStore, type CurrentUser } from '#web/session/api.ts';
import { Button } from '#web/ui/button.tsx';
import { FullScreenSpinner } from '#web/ui/full-screen-spinner.tsx';
import { LockIcon } from '#web/ui/lock-icon.tsx';
import * as toasts from '#web/ui/toasts.ts';
import { refusalText } from '#web/session/refusal.ts';
import { freshKey } from '#web/fresh-key.ts';
import { rereadCards, useAddCardMutation } from '#web/features/cards/cards-api.ts';

type Holder = z.input<typeof CardHolder>;
type Props = { user: CurrentUser; config: RuntimeConfig; onClose: () => void };

const purpose: ElementsPurpose = { mode: 'setup', currency: 'usd', allowedPaymentMethodTypes: ['card'] };

export default function AddCardForm({ user, config, onClose }: Props) {
  const [fields, setFields] = useState<CardFields>(null);
  const [hasFailed, setHasFailed] = useState(false);
  const form = useForm<Holder>({
    resolver: zodResolver(CardHolder),
    defaultValues: { firstName: user.firstName, lastName: user.lastName },
  });
  const { isBusy, problem, save } = useSaving(user, fields, onClose);
  const submit = async (event: { preventDefault: () => void }) => {
    event.preventDefault();
    await save(async () =>
      (await form.trigger(undefined, { shouldFocus: true })) ? CardHolder.parse(form.getValues()) : null,
    );
  };
  return (
    <form
      aria-label="Add a card"
      className="grid gap-5 rounded-lg border border-line bg-surface p-5 sm:p-6"
      onSubmit={submit}
      noValidate
    >
      <div className="grid gap-1">
        <h3 className="text-lg">Add a card</h3>
        <p className="flex items-start gap-1.5 text-sm text-muted">
          <LockIcon />
          <span>
            Your card details go directly to our card processor. We never see them. Nothing is charged now.
          </span>
        </p>
      </div>
      <ProblemBox problem={problem} />
      <div className="grid gap-x-4 gap-y-2.5 sm:grid-cols-2">
        <TextField
          label="First name"
          autoComplete="cc-given-name"
          maxLength={100}
          {...bound(form, 'firstName')}
        />
        <TextField
          label="Last name"
          autoComplete="cc-family-name"
          maxLength={100}
          {...bound(form, 'lastName')}
        />
      </div>
      <ProviderElements
        config={config}
        purpose={purpose}
        reassurance="No card was saved."
        onFields={setFields}
        hasFailed={hasFailed}
        onFailed={setHasFailed}
      />
      <div className="flex flex-wrap items-center gap-3">
        <Button
          type="submit"
          disabled={fields === null}
          aria-describedby={fields === null ? 'save-card-reason' : undefined}
        >
          Save card
        </Button>
        <Button variant="secondary" onClick={onClose}>
          Cancel
        </Button>
        {fields === null && (
          <p id="save-card-reason" className="text-sm text-muted">
            {hasFailed ? 'The card cannot be saved without the card fields.' : 'The card fields are loading.'}
          </p>
        )}
      </div>
      {isBusy && (
        <FullScreenSpinner
          label="We are saving your card"
          whenLong="This is taking longer than usual. We are waiting for your bank. Saving a card charges nothing. Please keep this page open."
        />
      )}
    </form>
  );
}

/**
 * One attempt at a time. Its key stays the same until the card is saved, so a retry reuses the same setup
 * intent.
 */
function useSaving(user: CurrentUser, fields: CardFields, onSaved: () => void) {
  const [addCard] = useAddCardMutation();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const isRunning = useRef(false);
  const attempt = useRef(freshKey());

  const attemptToSave = async (
    { stripe, elements }: NonNullable<CardFields>,
    readHolder: () => Promise<Holder | null>,
  ) => {
    const { error: wrongFields } = await elements.submit();
    const holder = await readHolder();
    if (wrongFields) return toasts.error(wrongFields.message ?? errorOccurred, 'profile');
    if (holder === null) return;
    setBusy(true);
    const opened = await addCard({ attempt: attempt.current, holder })
      .unwrap()
      .catch((error: unknown) => refusalText(error, errorOccurred));
    if (typeof opened === 'string') return setProblem({ text: opened });
    const { error } = await stripe.confirmSetup({
      elements,
      clientSecret: opened.client_secret,
      redirect: 'if_required',
      confirmParams: {
        return_url: window.location.href,
        payment_method_data: {
          billing_details: {
            name: `${holder.firstName} ${holder.lastName}`,
            email: user.email,
            phone: user.phone,
          },
        },
      },
    });
    if (error) {
      const text = error.message ?? errorOccurred;
      toasts.error(text, 'profile');
      return setProblem({ text, isSaid: true });
    }
    apiStore.dispatch(rereadCards());
    toasts.success('Payment method added successfully', 'profile');
    onSaved();
  };

  const save = async (readHolder: () => Promise<Holder | null>): Promise<void> => {
    if (isRunning.current || fields === null) return;
    isRunning.current = true;
    setProblem(null);
    await attemptToSave(fields, readHolder).catch((error: unknown) => {
      console.error(error);
      setProblem({ text: errorOccurred });
    });
    isRunning.current = false;
    setBusy(false);
  };
  return { isBusy, problem, save };
}
