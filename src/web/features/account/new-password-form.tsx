/** A new password and its repetition, for the two pages that a letter leads to. What is done with them is the page's. */
import { zodResolver } from '@hookform/resolvers/zod';
import { useForm, useWatch } from 'react-hook-form';
import type { z } from 'zod';
import { NewPasswordForm as Schema } from '#contract/accounts.ts';
import { Button } from '#web/ui/button.tsx';
import { LiveForm } from '#web/ui/live-form.tsx';
import { PasswordField } from './password-field.tsx';
import { ProblemBox } from './problem-box.tsx';
import type { Sending } from './send.ts';
import { StrengthMeter } from './strength-meter.tsx';
import { useEarlyValue } from './use-early-value.ts';

export type NewPassword = z.output<typeof Schema>;

type NewPasswordFormProps = {
  label: 'New password' | 'Password';
  button: string;
  sending: Sending;
  onPassword: (typed: NewPassword) => Promise<void>;
};

export function NewPasswordForm({ label, button, sending, onPassword }: NewPasswordFormProps) {
  const form = useForm<z.input<typeof Schema>>({ resolver: zodResolver(Schema), mode: 'onTouched' });
  useEarlyValue(form, 'password');
  const password = useWatch({ control: form.control, name: 'password' });
  const { errors } = form.formState;
  return (
    <LiveForm className="grid gap-6" onSubmit={form.handleSubmit(onPassword)}>
      <ProblemBox problem={sending.problem} />
      <div className="grid gap-y-3.5">
        <div className="grid gap-1.5">
          <PasswordField
            label={label}
            hint="At least 8 characters. 12 or more characters are better."
            autoComplete="new-password"
            error={errors.password?.message}
            registration={form.register('password')}
          />
          <StrengthMeter password={password ?? ''} />
        </div>
        <PasswordField
          label="Confirm Password"
          autoComplete="new-password"
          error={errors.confirmPassword?.message}
          registration={form.register('confirmPassword')}
        />
      </div>
      <Button type="submit" size="large" isBusy={sending.isBusy}>
        {button}
      </Button>
    </LiveForm>
  );
}
