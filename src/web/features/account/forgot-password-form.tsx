/**
 * Requests a link to set a new password. The response is the same for every address, so it does not reveal
 * which addresses have an account.
 */
import { phrase } from '#kernel/language.ts';
import { addressFor } from '#kernel/page-languages.ts';
import { useLanguage } from '#web/language.tsx';
import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { useLocation, useNavigate } from 'react-router';
import { forgotPassword, ForgotPasswordForm as Schema } from '#contract/accounts.ts';
import { call } from '#web/session/call.ts';
import { bound } from '#web/ui/fields/bound.ts';
import { Button } from '#web/ui/button.tsx';
import { LiveForm } from '#web/ui/live-form.tsx';
import { SiteLink } from '#web/ui/site-link.tsx';
import { ProblemBox } from '#web/ui/problem-box.tsx';
import { useSending } from '#web/session/sending.ts';
import { fallbackTexts } from './fallback-texts.ts';
import { TextField } from '#web/ui/fields/text-field.tsx';

export function ForgotPasswordForm({ email }: { email: string }) {
  const { code, say } = useLanguage();
  const navigate = useNavigate();
  const { search } = useLocation();
  const form = useForm({ resolver: zodResolver(Schema), mode: 'onTouched', defaultValues: { email } });
  const sending = useSending(fallbackTexts.register);
  const submit = form.handleSubmit((body) =>
    sending.run(async () => {
      await call(forgotPassword, { body });
      await navigate(addressFor(code, '/forgot-password-email'));
      return 'leaving';
    }),
  );
  return (
    <LiveForm className="grid gap-6" onSubmit={submit}>
      <ProblemBox problem={sending.problem} />
      <TextField
        label={phrase('Email')}
        hint={phrase('The address that you log in with.')}
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        {...bound(form, 'email')}
      />
      <div className="grid gap-3">
        <Button type="submit" size="large" isBusy={sending.isBusy}>
          {say('Send Reset Link')}
        </Button>
        <p>
          <SiteLink
            to={`/login${search}`}
            replace
            preventScrollReset
            className="inline-block py-2 underline underline-offset-4 hover:text-accent"
          >
            {say('Back to Login')}
          </SiteLink>
        </p>
      </div>
    </LiveForm>
  );
}
