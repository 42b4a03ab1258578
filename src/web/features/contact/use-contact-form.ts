/**
 * The life of the contact form. The fields keep what was typed by themselves, so nothing is lost when sending fails, nor what was
 * typed before the script came; this only knows what is wrong and whether it is being sent.
 */
import { type FocusEvent, type FormEvent, useCallback, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { phrase } from '#kernel/language.ts';
import type { Problems } from './send-message.ts';

type Sender = typeof import('./send-message.ts');

/** The specification's text for a failure without words of its own. */
const failed = phrase('error occurred, please try again later');

/** Long after the page can be used, on any phone. */
const prepareAfterMs = 5_000;

export function useContactForm() {
  const navigate = useNavigate();
  const [problems, setProblems] = useState<Problems>({});
  const [failure, setFailure] = useState<{ text: string } | null>(null);
  const [isBusy, setBusy] = useState(false);
  const isSending = useRef(false);
  const sender = useRef<Sender>(null);
  const { isPrepared, prepare } = usePreparation(sender);

  /** `true` once it was sent and the page is on its way out. */
  const send = async (form: HTMLFormElement): Promise<boolean> => {
    const { problemsIn, sendMessage } = await load(sender);
    const data = new FormData(form);
    const found = await problemsIn(data);
    setProblems(found);
    const first = [...form.elements].find((element) => (element as HTMLInputElement).name in found);
    if (first instanceof HTMLElement) {
      first.focus();
      return false;
    }
    await sendMessage(data);
    await navigate('/contact-submit-successful');
    return true;
  };

  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    if (isSending.current) return;
    isSending.current = true;
    setBusy(true);
    setFailure(null);
    const isLeaving = await send(event.currentTarget).catch((error: unknown) => {
      setFailure({ text: sender.current?.refusalIn(error) ?? failed });
      return false;
    });
    isSending.current = isLeaving;
    setBusy(isLeaving);
  };

  /** A problem goes as soon as it is mended; a new one is not named while somebody is still writing. */
  const change = async (form: HTMLFormElement): Promise<void> => {
    const found = (await sender.current?.problemsIn(new FormData(form))) ?? {};
    setProblems((shown) =>
      Object.keys(shown).length === 0 ? shown : Object.fromEntries(Object.keys(shown).flatMap((name) => pair(found, name))),
    );
  };

  /** A field that was filled and left is looked at; one that was passed over waits until the form is sent. */
  const leave = async ({ currentTarget, target }: FocusEvent<HTMLFormElement>): Promise<void> => {
    const { name, value, type } = target as unknown as HTMLInputElement;
    if (!name || type === 'checkbox' || value.trim() === '') return;
    const found = (await sender.current?.problemsIn(new FormData(currentTarget))) ?? {};
    setProblems(({ [name]: _before, ...others }) => ({ ...others, ...Object.fromEntries(pair(found, name)) }));
  };

  return { problems, failure, isBusy, isPrepared, submit, change, leave, prepare };
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

const pair = (problems: Problems, name: string): [string, string][] => {
  const text = problems[name];
  return text === undefined ? [] : [[name, text]];
};

/** Loaded once; a load that failed is tried again. */
async function load(sender: { current: Sender | null }): Promise<Sender> {
  sender.current ??= await import('./send-message.ts');
  return sender.current;
}
