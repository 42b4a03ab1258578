/** Password Info: changes the password with the current one. Ends every other session; this one stays. */
import { zodResolver } from '@hookform/resolvers/zod';
import { useForm, useWatch } from 'react-hook-form';
import type { z } from 'zod';
import { PasswordChange } from '#contract/accounts.ts';
import { bound } from '#web/ui/fields/bound.ts';
import { PasswordField } from '#web/ui/fields/password-field.tsx';
import { repeatedBy } from '#web/ui/fields/repeated-by.ts';
import { ProblemBox } from '#web/ui/problem-box.tsx';
import { StrengthMeter } from '#web/features/account/strength-meter.tsx';
import { useRefusedPassword } from '#web/features/account/use-refused-password.ts';
import type { CurrentUser } from '#web/session/api.ts';
import { useSending } from '#web/session/sending.ts';
import { Button } from '#web/ui/button.tsx';
import * as toasts from '#web/ui/toasts.ts';
import { CodeField, useAskedCode } from './code-field.tsx';
import { useUpdatePasswordMutation } from './profile-api.ts';

const empty = { oldPassword: '', newPassword: '', confirmNewPassword: '' };

export function PasswordSection({ user }: { user: CurrentUser }) {
  const [updatePassword] = useUpdatePasswordMutation();
  const sending = useSending(undefined, 'profile');
  const refused = useRefusedPassword();
  const form = useForm<z.input<typeof PasswordChange>>({
    resolver: zodResolver(PasswordChange),
    defaultValues: empty,
  });
  const codePrompt = useAskedCode(form, user);
  const password = useWatch({ control: form.control, name: 'newPassword' });
  const { errors } = form.formState;
  const save = form.handleSubmit((typed) =>
    sending.run(async () => {
      await updatePassword(typed).unwrap().catch(refused.note(typed.newPassword));
      form.reset(codePrompt.isAsked ? { ...empty, code: '' } : empty);
      toasts.success('Password updated successfully', 'profile');
    }, codePrompt.takes),
  );
  return (
    <form aria-label="Password Info" className="grid max-w-form gap-6" onSubmit={save} noValidate>
      <ProblemBox problem={sending.problem} />
      {/* For password managers, which need the user name. */}
      <input type="email" autoComplete="username" value={user.email} readOnly hidden />
      <div className="grid gap-y-2.5">
        <PasswordField
          label="Current Password"
          autoComplete="current-password"
          {...bound(form, 'oldPassword')}
        />
        <div className="grid gap-1.5">
          <PasswordField
            label="New Password"
            hint="At least 8 characters. 12 or more is better."
            autoComplete="new-password"
            error={errors.newPassword?.message}
            registration={form.register('newPassword', repeatedBy(form, 'confirmNewPassword'))}
          />
          <StrengthMeter
            password={password}
            personal={[user.email, user.firstName, user.lastName]}
            refused={refused.password}
          />
        </div>
        <PasswordField
          label="Confirm Password"
          autoComplete="new-password"
          {...bound(form, 'confirmNewPassword')}
        />
        <CodeField {...codePrompt} />
      </div>
      <p className="text-sm text-muted">All other devices are logged out. This one stays logged in.</p>
      <div>
        <Button type="submit" isBusy={sending.isBusy}>
          Update Password
        </Button>
      </div>
    </form>
  );
}
