/** The second step of a log-in: the code of the authenticator app, or one of the recovery codes. */
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { TextInput } from '#web/ui/text-input.tsx';
import { ProblemBox } from '#web/ui/problem-box.tsx';
import type { Sending } from '#web/session/send.ts';

export type CodeAnswer = { text: string; isWrong: boolean };

type CodeStepProps = {
  answer: CodeAnswer;
  sending: Sending;
  onCode: (code: string) => void;
  onBack: () => void;
};

export function CodeStep({ answer, sending, onCode, onBack }: CodeStepProps) {
  const [code, setCode] = useState('');
  const input = useRef<HTMLInputElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer is a reason to come back to the field, whatever it says.
  useEffect(() => {
    input.current?.focus();
    input.current?.select();
  }, [answer]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (code.trim() !== '') onCode(code.trim());
    else input.current?.focus();
  };
  return (
    <form className="grid gap-6" onSubmit={submit} noValidate>
      <ProblemBox problem={sending.problem} />
      <Field
        label="Code"
        hint={answer.isWrong ? 'Six digits, or one of your recovery codes.' : `${answer.text}. A recovery code works too.`}
        error={answer.isWrong ? answer.text : undefined}
      >
        {(control) => (
          <TextInput
            {...control}
            ref={input}
            value={code}
            onChange={({ target }) => setCode(target.value)}
            autoComplete="one-time-code"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={40}
            required
          />
        )}
      </Field>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <Button type="submit" size="large" isBusy={sending.isBusy} className="grow">
          Login
        </Button>
        <Button variant="text" onClick={onBack}>
          Back to Login
        </Button>
      </div>
    </form>
  );
}
