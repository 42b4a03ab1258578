/**
 * Login with email and password, and with an authenticator code if the account requires one. Success loads
 * the shop in a new document.
 */
import { phrase } from '#kernel/language.ts';
import { addressFor, codeOfPath } from '#kernel/page-languages.ts';
import { useLanguage, withNodes } from '#web/language.tsx';
import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useLocation } from 'react-router';
import type { z } from 'zod';
import { login, LogInForm as LogInSchema } from '#contract/accounts.ts';
import { CallError } from '#contract/client.ts';
import { call } from '#web/session/call.ts';
import { returnPath } from '#web/session/log-in-path.ts';
import * as session from '#web/session/session.ts';
import { bound } from '#web/ui/fields/bound.ts';
import { Button } from '#web/ui/button.tsx';
import { LiveForm } from '#web/ui/live-form.tsx';
import { SiteLink } from '#web/ui/site-link.tsx';
import { type CodeAnswer, CodeStep } from './code-step.tsx';
import { PasswordField } from '#web/ui/fields/password-field.tsx';
import { ProblemBox } from '#web/ui/problem-box.tsx';
import { useSending } from '#web/session/sending.ts';
import { fallbackTexts } from './fallback-texts.ts';
import { TextField } from '#web/ui/fields/text-field.tsx';

export type LogIn = z.input<typeof LogInSchema>;

const asksForCode = new Set(['two_factor_required', 'two_factor_wrong']);
export const storageBlocked = phrase(
  'This browser does not let us keep you logged in. Allow this site to store data, and try again.',
);

/** Shown for every address, so it does not reveal whether an address has an account. */
const newUserHint = phrase(
  'New here? Open the link in our email first. If your address is not confirmed yet, we have just sent it again.',
);

type Props = { onForgot: (typedEmail: string) => void };

export function LogInForm({ onForgot }: Props) {
  const { say, sayWith, translate } = useLanguage();
  const form = useForm<LogIn>({ resolver: zodResolver(LogInSchema), mode: 'onTouched' });
  const { sending, send, answer, clearResult } = useLogIn(form.getValues);
  const { search } = useLocation();
  if (answer !== null)
    return <CodeStep answer={answer} sending={sending} onCode={send} onBack={clearResult} />;
  return (
    <LiveForm className="grid gap-6" onSubmit={form.handleSubmit(() => send())}>
      <ProblemBox problem={sending.problem}>
        {sending.problem?.code === 'login_failed' && <p className="mt-2">{translate(newUserHint)}</p>}
      </ProblemBox>
      <div className="grid gap-y-2.5">
        <TextField
          label={phrase('Email')}
          type="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          {...bound(form, 'email')}
        />
        <PasswordField
          label={phrase('Password')}
          autoComplete="current-password"
          {...bound(form, 'password')}
        />
      </div>
      <div className="grid gap-3">
        <Button type="submit" size="large" isBusy={sending.isBusy}>
          {say('Login')}
        </Button>
        <p>
          <SiteLink
            to={`${search}#forgot-password`}
            preventScrollReset
            className="inline-block py-2 underline underline-offset-4 hover:text-accent"
            onClick={() => onForgot(form.getValues('email') ?? '')}
          >
            {say('Forgot password?')}
          </SiteLink>
        </p>
      </div>
      <p className="border-t border-line pt-5">
        {withNodes(
          sayWith('No account yet? {register}', {
            register: (
              <SiteLink
                to="/register"
                className="font-semibold underline underline-offset-4 hover:text-accent"
              >
                {say('Register')}
              </SiteLink>
            ),
          }),
        )}
      </p>
    </LiveForm>
  );
}

/**
 * Staff always enter a code. After a login with a code and without a return path, check whether the user is
 * staff.
 */
async function pathAfter({ pathname, search }: Location, code: string | undefined): Promise<string> {
  const target = addressFor(codeOfPath(pathname), returnPath(search));
  if (code === undefined || new URLSearchParams(search).has('returnTo')) return target;
  const isStaff = await import('./is-staff.ts').then(({ isStaff }) => isStaff()).catch(() => false);
  return isStaff ? '/admin' : target;
}

/**
 * Sends the form, including the code once the account requires one. `answer` is the server's response to the
 * code.
 */
function useLogIn(readTyped: () => LogIn) {
  const sending = useSending(fallbackTexts.login);
  const [answer, setAnswer] = useState<CodeAnswer | null>(null);
  const send = (code?: string) =>
    sending.run(async () => {
      try {
        const { data } = await call(login, {
          body: { ...readTyped(), ...(code === undefined ? {} : { code }) },
        });
        if (!session.begin(data)) throw new CallError(0, 'storage_blocked', storageBlocked);
      } catch (error) {
        if (!(error instanceof CallError) || !asksForCode.has(error.code)) throw error;
        setAnswer({ text: error.message, isWrong: error.code === 'two_factor_wrong' });
        return;
      }
      window.location.replace(await pathAfter(window.location, code));
      return 'leaving';
    });
  const clearResult = () => {
    setAnswer(null);
    sending.forget();
  };
  return { sending, send, answer, clearResult };
}
