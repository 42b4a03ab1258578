/** A new password and its confirmation, for the two pages that emails link to. The page submits them. */
import { phrase } from '#kernel/language.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import { useForm, useWatch } from 'react-hook-form';
import type { z } from 'zod';
import { NewPasswordForm as Schema } from '#contract/accounts.ts';
import { bound } from '#web/ui/fields/bound.ts';
import { Button } from '#web/ui/button.tsx';
import { LiveForm } from '#web/ui/live-form.tsx';
import { PasswordField } from '#web/ui/fields/password-field.tsx';
import { repeatedBy } from '#web/ui/fields/repeated-by.ts';
import { ProblemBox } from '#web/ui/problem-box.tsx';
import type { Sending } from '#web/session/sending.ts';
import { StrengthMeter } from './strength-meter.tsx';
import { useEarlyValue } from './use-early-value.ts';
import { useRefusedPassword } from './use-refused-password.ts';

export type NewPassword = z.output<typeof Schema>;

type NewPasswordFormProps = {
  /** English, by `phrase`. */
  label: string;
  button: string;
  sending: Sending;
  onPassword: (typed: NewPassword) => Promise<unknown>;
};

export function NewPasswordForm({ label, button, sending, onPassword }: NewPasswordFormProps) {
  const form = useForm<z.input<typeof Schema>>({ resolver: zodResolver(Schema), mode: 'onTouched' });
  useEarlyValue(form, 'password');
  const password = useWatch({ control: form.control, name: 'password' });
  const refused = useRefusedPassword();
  const { errors } = form.formState;
  const send = form.handleSubmit((typed) =>
    sending.run(() => onPassword(typed).catch(refused.note(typed.password))),
  );
  return (
    <LiveForm className="grid gap-6" onSubmit={send}>
      <ProblemBox problem={sending.problem} />
      <div className="grid gap-y-2.5">
        <div className="grid gap-1.5">
          <PasswordField
            label={label}
            hint={phrase('At least 8 characters. 12 or more is better.')}
            autoComplete="new-password"
            error={errors.password?.message}
            registration={form.register('password', repeatedBy(form, 'confirmPassword'))}
          />
          <StrengthMeter password={password ?? ''} refused={refused.password} />
        </div>
        <PasswordField
          label={phrase('Confirm Password')}
          autoComplete="new-password"
          {...bound(form, 'confirmPassword')}
        />
      </div>
      <Button type="submit" size="large" isBusy={sending.isBusy}>
        {button}
      </Button>
    </LiveForm>
  );
}
