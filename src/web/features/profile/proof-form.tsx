/** Asks for what a thief of the session does not have: the password, a code, or both. */
import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { PasswordField } from '#web/ui/fields/password-field.tsx';
import { ProblemBox } from '#web/ui/problem-box.tsx';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { TextInput } from '#web/ui/text-input.tsx';
import { type Refusal, useRefusal } from '#web/session/use-refusal.ts';

export type Proof = { password: string; code: string };

type Props = {
  label: string;
  asks: { password: boolean; code: string | false };
  button: string;
  isBusy: boolean;
  /** Throws what the call threw. */
  onProof: (proof: Proof) => Promise<void>;
  onCancel: () => void;
};

export function ProofForm({ label, asks, button, isBusy, onProof, onCancel }: Props) {
  const refusal = useRefusal();
  const [missing, setMissing] = useState<Partial<Proof>>({});
  const form = useRef<HTMLFormElement>(null);
  // The button that led here is gone.
  useEffect(() => form.current?.querySelector('input')?.focus(), []);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    const proof = read(form);
    const wrong = {
      ...(asks.password && proof.password === '' ? { password: 'Password is required' } : {}),
      ...(asks.code !== false && proof.code === '' ? { code: 'Code is required' } : {}),
    };
    setMissing(wrong);
    refusal.forget();
    const [first] = Object.keys(wrong);
    if (first !== undefined) return void form.current?.querySelector<HTMLInputElement>(`[name="${first}"]`)?.focus();
    await onProof(proof).catch((error: unknown) => void refusal.say(error));
  };
  return (
    <form ref={form} aria-label={label} className="grid max-w-form gap-5" onSubmit={submit} noValidate>
      <Problem refusal={refusal} />
      <div className="grid gap-y-2.5">
        {asks.password && (
          <PasswordField label="Password" autoComplete="current-password" error={missing.password} registration={plain('password')} />
        )}
        {asks.code !== false && (
          <Field label="Code" hint={asks.code} error={missing.code}>
            {(control) => (
              <TextInput
                {...control}
                name="code"
                autoComplete="one-time-code"
                autoCapitalize="none"
                spellCheck={false}
                maxLength={40}
                required
              />
            )}
          </Field>
        )}
      </div>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" isBusy={isBusy}>
          {button}
        </Button>
        <Button variant="secondary" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

const Problem = ({ refusal }: { refusal: Refusal }) => <ProblemBox problem={refusal.problem} />;

/** Fields that the browser keeps by itself: two of them need no form library. */
const plain = (name: string) => ({ name, onChange: async () => undefined, onBlur: async () => undefined, ref: () => undefined });

function read(form: RefObject<HTMLFormElement | null>): Proof {
  const fields = new FormData(form.current ?? undefined);
  return { password: String(fields.get('password') ?? ''), code: String(fields.get('code') ?? '').trim() };
}
