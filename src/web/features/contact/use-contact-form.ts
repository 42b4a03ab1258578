/**
 * State of the contact form. Its rules and the API client load after the page; text typed earlier is already
 * in the fields.
 */
import { useCallback, useEffect, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { useSending } from '#web/session/sending.ts';
import type { Typed } from './send-message.ts';

type Sender = typeof import('./send-message.ts');

/** Long after the page is usable, on any phone. */
const prepareAfterMs = 5_000;

export function useContactForm() {
  const navigate = useNavigate();
  const sender = useRef<Sender>(null);
  const { isPrepared, prepare } = usePreparation(sender);
  const form = useForm<Typed>({
    // If the rules cannot be loaded, no errors are reported. Sending needs the same file and reports the
    // failure.
    resolver: (values, ...rest) =>
      load(sender).then(
        ({ check }) => check(values, ...rest),
        () => ({ values, errors: {} }),
      ),
    mode: 'onTouched',
  });
  const sending = useSending();
  const submit = form.handleSubmit((typed) =>
    sending.run(async () => {
      const { sendMessage } = await load(sender);
      await sendMessage(typed);
      await navigate('/contact-submit-successful');
      return 'leaving';
    }),
  );
  return {
    form,
    submit,
    problem: sending.problem,
    isBusy: sending.isBusy || form.formState.isSubmitting,
    isPrepared,
    prepare,
  };
}

/**
 * Preloads what sending needs when the user touches the form. If that fails, sending retries and reports a
 * failure.
 */
function usePreparation(sender: { current: Sender | null }): { isPrepared: boolean; prepare: () => void } {
  const [isPrepared, setPrepared] = useState(false);
  const prepare = useCallback((): void => {
    setPrepared(true);
    void load(sender).catch(() => undefined);
  }, [sender]);
  useEffect(() => {
    // The user may have focused a field before hydration.
    if (document.activeElement !== document.body) return prepare();
    // The connection may drop while the user reads, or a new version may be deployed. A file that failed to
    // load once is not retried by the browser.
    const timer = setTimeout(prepare, prepareAfterMs);
    return () => clearTimeout(timer);
  }, [prepare]);
  return { isPrepared, prepare };
}

/** Loads once; a failed load is retried. */
async function load(sender: { current: Sender | null }): Promise<Sender> {
  sender.current ??= await import('./send-message.ts');
  return sender.current;
}
