/**
 * `/register`: all fields that an account needs. The response is the same for a known address; its owner is
 * notified by email.
 */
import { addressFor } from '#kernel/page-languages.ts';
import { useLanguage, withNodes } from '#web/language.tsx';
import { NewTabLink } from '#web/ui/new-tab-link.tsx';
import { useEnglishMark } from '#web/ui/stored-text.tsx';
import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { register, Registration } from '#contract/accounts.ts';
import { Drawing } from '#web/art/drawing.tsx';
import accountArt from '#web/art/account.svg?url';
import { call } from '#web/session/call.ts';
import { useAskBeforeUnload } from '#web/ui/ask-before-unload.ts';
import { Button } from '#web/ui/button.tsx';
import { LiveForm } from '#web/ui/live-form.tsx';
import { SiteLink } from '#web/ui/site-link.tsx';
import { AccountFrame, AccountReasons } from './account-frame.tsx';
import { useOnlyForGuests } from './only-for-guests.ts';
import { withPhoneCheck } from '#web/ui/fields/phone-check.ts';
import { ProblemBox } from '#web/ui/problem-box.tsx';
import { type Fields, PasswordFields, PersonFields, PlaceFields } from './register-fields.tsx';
import { createRegistrationMark } from './registration-mark.ts';
import { hasRegistered, noteRegistration } from './registered.ts';
import { useSending } from '#web/session/sending.ts';
import { fallbackTexts } from './fallback-texts.ts';
import { useEarlyValue } from './use-early-value.ts';
import { useRefusedPassword } from './use-refused-password.ts';

const registration = withPhoneCheck(Registration, 'phone');

export default function RegisterPage() {
  const { code, say, sayWith } = useLanguage();
  const [isDone] = useState(hasRegistered);
  useOnlyForGuests({ isDone, to: addressFor(code, '/products') });
  return (
    <AccountFrame
      title={say('Register')}
      intro={
        <p>
          {withNodes(
            sayWith('Already registered? {login}', {
              login: (
                <SiteLink
                  to="/login"
                  className="font-semibold underline underline-offset-4 hover:text-accent"
                >
                  {say('Login')}
                </SiteLink>
              ),
            }),
          )}
        </p>
      }
      aside={
        <AccountReasons
          picture={<Drawing file={accountArt} className="mx-auto w-full max-w-form" />}
          title={say('What happens next')}
          reasons={[
            say('We will send a link to your email address.'),
            say('Click the link to confirm that the address is yours.'),
            say('Log in. Your account is free.'),
          ]}
        />
      }
    >
      <RegisterForm />
    </AccountFrame>
  );
}

function RegisterForm() {
  const { code, say } = useLanguage();
  const navigate = useNavigate();
  const form = useForm<Fields>({ resolver: zodResolver(registration), mode: 'onTouched' });
  useEarlyValue(form, 'password');
  const refused = useRefusedPassword();
  const sending = useSending(fallbackTexts.register);
  const [isTyped, setTyped] = useState(false);
  useEffect(() => {
    const note = (values: Partial<Fields>) => setTyped(Object.values(values).some(Boolean));
    note(form.getValues());
    return form.subscribe({ formState: { values: true }, callback: ({ values }) => note(values) });
  }, [form]);
  // The form is not stored, and switching the language loads a new document.
  useAskBeforeUnload(isTyped && !sending.isBusy);
  const submit = form.handleSubmit((body) =>
    sending.run(async () => {
      const browserMark = createRegistrationMark();
      await call(register, { body: { ...body, language: code, ...(browserMark && { browserMark }) } }).catch(
        refused.note(body.password),
      );
      noteRegistration();
      await navigate(addressFor(code, '/register-success'));
      return 'leaving';
    }),
  );
  return (
    <LiveForm className="grid gap-8" onSubmit={submit}>
      <Part title={say('About you')}>
        <PersonFields form={form} />
      </Part>
      <Part title={say('Contact details')}>
        <PlaceFields form={form} />
      </Part>
      <Part title={say('Your password')}>
        <PasswordFields form={form} refused={refused.password} />
      </Part>
      <div className="grid gap-4">
        <ProblemBox problem={sending.problem} />
        <Button type="submit" size="large" isBusy={sending.isBusy}>
          {say('Submit')}
        </Button>
        <Agreement />
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

/** The agreement is the English text. Its translation is shown below. */
function Agreement() {
  const { say } = useLanguage();
  const english = useEnglishMark();
  return (
    <p className="text-sm text-muted">
      <span {...english}>
        By creating an account, you agree to our <NewTabLink to="/terms">terms</NewTabLink> and our{' '}
        <NewTabLink to="/privacy-policy">privacy policy</NewTabLink>.
      </span>
      {english && (
        <span className="mt-1 block">
          {say('By creating an account, you agree to our terms and our privacy policy.')}
        </span>
      )}
    </p>
  );
}
