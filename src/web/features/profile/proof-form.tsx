/** Asks for what a stolen session does not have: the password, a code, or both. */
import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect } from 'react';
import { useForm } from 'react-hook-form';
import type { z } from 'zod';
import { useSending } from '#web/session/sending.ts';
import { Button } from '#web/ui/button.tsx';
import { PasswordField } from '#web/ui/fields/password-field.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { ProblemBox } from '#web/ui/problem-box.tsx';

export type Proof = { password: string; code: string };

type Props<Asked extends Partial<Proof>> = {
  label: string;
  /** The body schema of the call. Its fields determine what is asked for. */
  body: z.ZodType<Asked, Asked> & { shape: object };
  /** The hint of the code field. */
  codeHint?: string;
  button: string;
  /** Rethrows the error of the call. */
  onProof: (proof: Asked) => Promise<void>;
  onCancel: () => void;
};

export function ProofForm<Asked extends Partial<Proof>>({
  label,
  body,
  codeHint,
  button,
  onProof,
  onCancel,
}: Props<Asked>) {
  const sending = useSending(undefined, 'profile');
  const [asksPassword, asksCode] = ['password' in body.shape, 'code' in body.shape];
  const form = useForm<Partial<Proof>, unknown, Asked>({
    resolver: zodResolver(body as never) as never,
    defaultValues: { ...(asksPassword && { password: '' }), ...(asksCode && { code: '' }) },
  });
  const { setFocus, register } = form;
  // The button that opened this form was removed.
  useEffect(() => setFocus(asksPassword ? 'password' : 'code'), [setFocus, asksPassword]);
  // The next code replaces the wrong one, as at login.
  const { problem } = sending;
  useEffect(() => {
    if (problem?.code === 'code_wrong') setFocus('code', { shouldSelect: true });
  }, [problem, setFocus]);
  const { errors } = form.formState;
  return (
    <form
      aria-label={label}
      className="grid max-w-form gap-5"
      onSubmit={form.handleSubmit((proof) => sending.run(() => onProof(proof)))}
      noValidate
    >
      <ProblemBox problem={problem} />
      <div className="grid gap-y-2.5">
        {asksPassword && (
          <PasswordField
            label="Password"
            autoComplete="current-password"
            error={errors.password?.message}
            registration={register('password')}
          />
        )}
        {asksCode && (
          <TextField
            label="Code"
            hint={codeHint}
            autoComplete="one-time-code"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={40}
            error={errors.code?.message}
            registration={register('code')}
          />
        )}
      </div>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" isBusy={sending.isBusy}>
          {button}
        </Button>
        <Button variant="secondary" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
