/**
 * A password field with a show button. Paste and password managers work: nothing is trimmed, limited, or
 * blocked here. `registration` is the result of the form library's `register`.
 */
import { useLanguage, withNodes } from '#web/language.tsx';
import { useState } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { Field } from '#web/ui/field.tsx';
import { TextInput } from '#web/ui/text-input.tsx';

type PasswordFieldProps = {
  label: string;
  hint?: string;
  error: string | undefined;
  autoComplete: 'current-password' | 'new-password';
  registration: UseFormRegisterReturn;
};

export function PasswordField({ label, hint, error, autoComplete, registration }: PasswordFieldProps) {
  const { say, sayWith } = useLanguage();
  const [isShown, setShown] = useState(false);
  const what = <span className="sr-only">{say('password')}</span>;
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <div className="relative">
          <TextInput
            {...control}
            {...registration}
            type={isShown ? 'text' : 'password'}
            autoComplete={autoComplete}
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            required
            className="pe-20"
          />
          <button
            type="button"
            className="absolute end-1.5 top-1/2 min-h-9 -translate-y-1/2 rounded-sm px-3 text-sm font-semibold text-muted underline decoration-line decoration-2 underline-offset-4 hover:text-ink"
            onClick={() => setShown(!isShown)}
          >
            {withNodes(isShown ? sayWith('Hide {what}', { what }) : sayWith('Show {what}', { what }))}
          </button>
        </div>
      )}
    </Field>
  );
}
