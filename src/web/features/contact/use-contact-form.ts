/** The life of the contact form. Its rules and the client come after the page; what was typed before is in the fields already. */
import { useCallback, useEffect, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { useSending } from '#web/session/sending.ts';
import type { Typed } from './send-message.ts';

type Sender = typeof import('./send-message.ts');

/** Long after the page can be used, on any phone. */
const prepareAfterMs = 5_000;

export function useContactForm() {
  const navigate = useNavigate();
  const sender = useRef<Sender>(null);
  const { isPrepared, prepare } = usePreparation(sender);
  const form = useForm<Typed>({
    // Rules that cannot be loaded find nothing: sending needs the same file, and says so.
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
  return { form, submit, problem: sending.problem, isBusy: sending.isBusy || form.formState.isSubmitting, isPrepared, prepare };
}

/** Whoever touches the form will send it, so what that takes is fetched meanwhile. Should this fail, sending asks again, and says so if it cannot. */
function usePreparation(sender: { current: Sender | null }): { isPrepared: boolean; prepare: () => void } {
  const [isPrepared, setPrepared] = useState(false);
  const prepare = useCallback((): void => {
    setPrepared(true);
    void load(sender).catch(() => undefined);
  }, [sender]);
  useEffect(() => {
    // Somebody may be in a field already, from before the page was alive.
    if (document.activeElement !== document.body) return prepare();
    // And whoever reads on may lose the line meanwhile, or the shop may have got a new version: a file that was missing once is missing for good.
    const soon = setTimeout(prepare, prepareAfterMs);
    return () => clearTimeout(soon);
  }, [prepare]);
  return { isPrepared, prepare };
}

/** Loaded once; a load that failed is tried again. */
async function load(sender: { current: Sender | null }): Promise<Sender> {
  sender.current ??= await import('./send-message.ts');
  return sender.current;
}
