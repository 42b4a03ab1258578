/**
 * A form field: label, hint, control, and error. They use three rows of a shared grid, so controls side by
 * side are aligned. The caller renders the control with the given attributes: `{(control) => <TextInput
 * {...control} {...register('email')} />}`.
 */
import { type ReactNode, useId } from 'react';
import { useLanguage } from '#web/language.tsx';
import { Icon } from './icon.tsx';

export type FieldControl = {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
};

type FieldProps = {
  /** English, by `phrase`, or already in the page's language; so is the hint. */
  label: string;
  hint?: string;
  error?: string;
  /** A toast also announces the error, so this copy is not a live region. */
  isErrorSaid?: boolean;
  /** Shown in place of the error while there is none, such as an offered correction. */
  advice?: ReactNode;
  /** Reserves two lines for the error: in a narrow column, or in one that is narrow on phones only. */
  errorLines?: 1 | 2 | 'narrow';
  children: (control: FieldControl) => ReactNode;
};

/** The space of the error is reserved: an error appears on blur and must not move a button during a click. */
const room = { 1: 'min-h-6', 2: 'min-h-11.5', narrow: 'min-h-11.5 sm:min-h-6' } as const;

export function Field({
  label,
  hint,
  error,
  isErrorSaid = false,
  advice,
  errorLines = 1,
  children,
}: FieldProps) {
  const id = useId();
  const { translate } = useLanguage();
  const hintId = `${id}-hint`;
  const errorId = `${id}-error`;
  const described = [hint && hintId, error && errorId].filter(Boolean).join(' ') || undefined;
  return (
    <div className="row-span-3 grid grid-cols-1 grid-rows-subgrid gap-y-1.5">
      <div>
        <label htmlFor={id} className="font-medium">
          {translate(label)}
        </label>
        {hint && (
          <p id={hintId} className="text-sm text-muted">
            {translate(hint)}
          </p>
        )}
      </div>
      {children({ id, 'aria-describedby': described, 'aria-invalid': error ? true : undefined })}
      <div className={room[errorLines]}>
        {error ? (
          <p
            id={errorId}
            role={isErrorSaid ? undefined : 'alert'}
            className="flex gap-1.5 text-sm font-medium text-danger"
          >
            <Icon name="alert" className="mt-0.5 size-4" />
            {translate(error)}
          </p>
        ) : (
          advice
        )}
      </div>
    </div>
  );
}
