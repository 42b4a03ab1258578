/** `/register`: everything that an account needs. The answer is the same for a known address; its owner gets an email that says so. */
import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { register, Registration } from '#contract/accounts.ts';
import { Drawing } from '#web/art/drawing.tsx';
import accountArt from '#web/art/account.svg?url';
import { call } from '#web/session/call.ts';
import { Button } from '#web/ui/button.tsx';
import { LiveForm } from '#web/ui/live-form.tsx';
import { SiteLink } from '#web/ui/site-link.tsx';
import { AccountFrame, AccountReasons } from './account-frame.tsx';
import { useOnlyForGuests } from './only-for-guests.ts';
import { withPhoneCheck } from '#web/ui/fields/phone-check.ts';
import { ProblemBox } from '#web/ui/problem-box.tsx';
import { type Fields, PasswordFields, PersonFields, PlaceFields } from './register-fields.tsx';
import { hasRegistered, noteRegistration } from './registered.ts';
import { useSending } from '#web/session/sending.ts';
import { fallbackTexts } from './fallback-texts.ts';
import { useEarlyValue } from './use-early-value.ts';
import { useRefusedPassword } from './use-refused-password.ts';

const registration = withPhoneCheck(Registration, 'phone');

export default function RegisterPage() {
  const [isDone] = useState(hasRegistered);
  useOnlyForGuests({ isDone });
  return (
    <AccountFrame
      title="Register"
      intro={
        <p>
          Already registered?{' '}
          <SiteLink to="/login" className="font-semibold underline underline-offset-4 hover:text-accent">
            Login
          </SiteLink>
        </p>
      }
      aside={
        <AccountReasons
          picture={<Drawing file={accountArt} className="mx-auto w-full max-w-form" />}
          title="What happens next"
          reasons={[
            'We send a link to your email address.',
            'Click the link, so we know that the address is yours.',
            'Log in. Your account is free.',
          ]}
        />
      }
    >
      <RegisterForm />
    </AccountFrame>
  );
}

function RegisterForm() {
  const navigate = useNavigate();
  const form = useForm<Fields>({ resolver: zodResolver(registration), mode: 'onTouched' });
  useEarlyValue(form, 'password');
  const refused = useRefusedPassword();
  const sending = useSending(fallbackTexts.register);
  const submit = form.handleSubmit((body) =>
    sending.run(async () => {
      await call(register, { body: { ...body, language: document.documentElement.lang } }).catch(refused.note(body.password));
      noteRegistration();
      await navigate('/register-success');
      return 'leaving';
    }),
  );
  return (
    <LiveForm className="grid gap-8" onSubmit={submit}>
      <Part title="About you">
        <PersonFields form={form} />
      </Part>
      <Part title="Where we reach you">
        <PlaceFields form={form} />
      </Part>
      <Part title="Your password">
        <PasswordFields form={form} refused={refused.password} />
      </Part>
      <div className="grid gap-4">
        <ProblemBox problem={sending.problem} />
        <Button type="submit" size="large" isBusy={sending.isBusy}>
          Submit
        </Button>
        <p className="text-sm text-muted">
          By creating an account, you agree to our <NewTab to="/terms">terms</NewTab> and our{' '}
          <NewTab to="/privacy-policy">privacy policy</NewTab>.
        </p>
      </div>
    </LiveForm>
  );
}

const Part = ({ title, children }: { title: string; children: React.ReactNode }) => (
  <fieldset className="grid gap-4 border-t border-line pt-5">
    <legend className="float-start font-display text-lg font-semibold">{title}</legend>
    <div className="clear-both grid gap-x-4 gap-y-2.5 sm:grid-cols-2">{children}</div>
  </fieldset>
);

const NewTab = ({ to, children }: { to: string; children: string }) => (
  <a href={to} target="_blank" rel="noopener" className="underline underline-offset-4">
    {children}
    <span className="sr-only"> (opens in a new tab)</span>
  </a>
);
