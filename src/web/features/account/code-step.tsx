/** Second step of login: a code of the authenticator app, or a recovery code. */
import { phrase } from '#kernel/language.ts';
import { useLanguage } from '#web/language.tsx';
import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect } from 'react';
import { useForm } from 'react-hook-form';
import { LogInCode } from '#contract/accounts.ts';
import type { Sending } from '#web/session/sending.ts';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { ProblemBox } from '#web/ui/problem-box.tsx';

export type CodeAnswer = { text: string; isWrong: boolean };

type CodeStepProps = {
  answer: CodeAnswer;
  sending: Sending;
  onCode: (code: string) => void;
  onBack: () => void;
};

export function CodeStep({ answer, sending, onCode, onBack }: CodeStepProps) {
  const { say } = useLanguage();
  const { formState, handleSubmit, register, setError, setFocus } = useForm({
    resolver: zodResolver(LogInCode),
    defaultValues: { code: '' },
  });
  // Every response returns the focus to the field, even if the message is the same.
  useEffect(() => {
    if (answer.isWrong) setError('code', { message: answer.text });
    setFocus('code', { shouldSelect: true });
  }, [answer, setError, setFocus]);
  return (
    <form className="grid gap-6" onSubmit={handleSubmit(({ code }) => onCode(code))} noValidate>
      <ProblemBox problem={sending.problem} />
      <TextField
        label={phrase('Code')}
        hint={
          answer.isWrong
            ? say('Six digits, or one of your recovery codes.')
            : say('{answer}. A recovery code works too.', { answer: answer.text })
        }
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={40}
        error={formState.errors.code?.message}
        registration={register('code')}
      />
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <Button type="submit" size="large" isBusy={sending.isBusy} className="grow">
          {say('Login')}
        </Button>
        <Button variant="text" onClick={onBack}>
          {say('Back to Login')}
        </Button>
      </div>
    </form>
  );
}
