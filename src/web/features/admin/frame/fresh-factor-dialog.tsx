/** Asks for the 6-digit code of the authenticator app and submits it after the sixth digit. */
import { type FormEvent, useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { TextInput } from '#web/ui/text-input.tsx';
import { useAsking } from '#web/features/admin/shell/fresh-factor.ts';
import { rejectionOf } from '#web/features/admin/shell/rejection.ts';
import { useStaffFreshFactorMutation } from '#web/features/admin/shell/session-calls.ts';

export function FreshFactorDialog() {
  const asking = useAsking();
  return (
    <Dialog title="Verify your identity" isOpen={asking !== null} onClose={() => asking?.finish(false)}>
      {asking !== null && (
        <CodeForm onGiven={() => asking.finish(true)} onCancel={() => asking.finish(false)} />
      )}
    </Dialog>
  );
}

function CodeForm({ onGiven, onCancel }: { onGiven: () => void; onCancel: () => void }) {
  const [give, { isLoading }] = useStaffFreshFactorMutation();
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState<string>();
  const send = async (typed: string) => {
    setProblem(undefined);
    const answer = await give({ body: { code: typed } });
    if (answer.error === undefined) return onGiven();
    setCode('');
    setProblem(rejectionOf(answer.error).message);
  };
  const type = (typed: string) => {
    setCode(typed);
    if (/^\d{6}$/.test(typed.replace(/\s/g, '')) && !isLoading) void send(typed);
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!isLoading) void send(code);
  };
  return (
    <form noValidate className="grid gap-4" onSubmit={onSubmit}>
      <p>This action needs a code from the last five minutes. It continues after you confirm.</p>
      <Field
        label="Code"
        hint="Six digits from your authenticator app. Recovery codes are not accepted here."
        error={problem}
      >
        {(control) => (
          <TextInput
            {...control}
            // Typing the code is the purpose of this dialog.
            autoFocus
            value={code}
            onChange={({ target }) => type(target.value)}
            inputMode="numeric"
            autoComplete="one-time-code"
            spellCheck={false}
            maxLength={7}
            className="max-w-44 font-medium tabular-nums tracking-widest"
          />
        )}
      </Field>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" size="small" isBusy={isLoading}>
          Confirm
        </Button>
        <Button size="small" variant="secondary" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
