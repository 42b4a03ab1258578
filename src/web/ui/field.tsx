/**
 * A label above, a hint where a newcomer stumbles, the control, and what is wrong with it: three rows, which a grid around
 * several fields aligns, so that controls side by side stand on one line.
 * The control is drawn by the caller with the attributes given to it: `{(control) => <TextInput {...control} {...register('email')} />}`.
 */
import { type ReactNode, useId } from 'react';
import { useLanguage } from '#web/language.tsx';
import { Icon } from './icon.tsx';

export type FieldControl = { id: string; 'aria-describedby': string | undefined; 'aria-invalid': true | undefined };

type FieldProps = {
  /** English, by `phrase`, or in the language of the page already; the hint too. */
  label: string;
  hint?: string;
  error?: string;
  /** A toast announces the error as well, so this copy is not a live region. */
  isErrorSaid?: boolean;
  /** Said in the room of the error while there is none, such as a correction that is offered. */
  advice?: ReactNode;
  /** For an error that needs two lines in a narrow column, or in one that is narrow on a phone only. */
  errorLines?: 1 | 2 | 'narrow';
  children: (control: FieldControl) => ReactNode;
};

/** The room of the error is there from the start: an error appears as a field is left, and must not move the button that is being pressed. */
const room = { 1: 'min-h-6', 2: 'min-h-11.5', narrow: 'min-h-11.5 sm:min-h-6' } as const;

export function Field({ label, hint, error, isErrorSaid = false, advice, errorLines = 1, children }: FieldProps) {
  const id = useId();
  const { known } = useLanguage();
  const hintId = `${id}-hint`;
  const errorId = `${id}-error`;
  const described = [hint && hintId, error && errorId].filter(Boolean).join(' ') || undefined;
  return (
    <div className="row-span-3 grid grid-cols-1 grid-rows-subgrid gap-y-1.5">
      <div>
        <label htmlFor={id} className="font-medium">
          {known(label)}
        </label>
        {hint && (
          <p id={hintId} className="text-sm text-muted">
            {known(hint)}
          </p>
        )}
      </div>
      {children({ id, 'aria-describedby': described, 'aria-invalid': error ? true : undefined })}
      <div className={room[errorLines]}>
        {error ? (
          <p id={errorId} role={isErrorSaid ? undefined : 'alert'} className="flex gap-1.5 text-sm font-medium text-danger">
            <Icon name="alert" className="mt-0.5 size-4" />
            {known(error)}
          </p>
        ) : (
          advice
        )}
      </div>
    </div>
  );
}
