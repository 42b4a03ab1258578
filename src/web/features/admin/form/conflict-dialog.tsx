/**
 * Resolves a conflict with another user's save. For each field that both changed, it shows the original,
 * their value, and the user's value, and saves the selected one. Fields that only one side changed are merged
 * without asking.
 */
import { useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { type Fields, merge } from './merge.ts';

export type Conflict<T extends Fields> = { before: T; theirs: T; mine: T };

type ConflictDialogProps<T extends Fields> = {
  conflict: Conflict<T> | null;
  /** Field labels. */
  labels: Record<keyof T & string, string>;
  /** Formats a value for display; default: as text. */
  show?: (name: keyof T & string, value: unknown) => string;
  /** "Ada Obi, 2 minutes ago", if known. */
  by?: string;
  isBusy: boolean;
  onSave: (merged: T) => void;
  onClose: () => void;
};

const asText = (value: unknown): string => {
  if (value === null || value === undefined || value === '') return 'Empty';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
};

export const ConflictDialog = <T extends Fields>({ conflict, onClose, ...rest }: ConflictDialogProps<T>) => (
  <Dialog title="Someone else has changed this" isOpen={conflict !== null} onClose={onClose}>
    {conflict !== null && <Choice conflict={conflict} onClose={onClose} {...rest} />}
  </Dialog>
);

type ChoiceProps<T extends Fields> = Omit<ConflictDialogProps<T>, 'conflict'> & { conflict: Conflict<T> };

function Choice<T extends Fields>({
  conflict: { before, theirs, mine },
  labels,
  show,
  by,
  isBusy,
  onSave,
  onClose,
}: ChoiceProps<T>) {
  const { merged, clashes } = merge(before, theirs, mine);
  const [picked, setPicked] = useState<Partial<Record<string, 'theirs' | 'mine'>>>({});
  const textOf = (name: keyof T & string, value: unknown) => show?.(name, value) ?? asText(value);
  const save = () => {
    const result = { ...merged };
    for (const { name } of clashes) if (picked[name] !== 'mine') result[name] = theirs[name];
    onSave(result);
  };
  return (
    <div className="grid gap-5 text-sm">
      <p>
        {by === undefined
          ? 'No changes are lost or overwritten.'
          : `Saved by ${by}. Your changes are not lost.`}{' '}
        {clashes.length === 0
          ? 'You changed different fields. Both changes can be kept.'
          : 'Both of you changed the following fields. Choose which values to keep.'}
      </p>
      {clashes.map(({ name, before: was, theirs: their, mine: my }) => (
        <fieldset key={name} className="grid gap-2 rounded-md border border-line p-3">
          <legend className="px-1 font-semibold">{labels[name]}</legend>
          <p className="text-xs text-muted">Before: {textOf(name, was)}</p>
          {(['theirs', 'mine'] as const).map((side) => (
            <label key={side} className="flex items-start gap-2.5">
              <input
                type="radio"
                name={name}
                className="mt-1 size-4 shrink-0"
                checked={(picked[name] ?? 'theirs') === side}
                onChange={() => setPicked({ ...picked, [name]: side })}
              />
              <span className="min-w-0 wrap-anywhere">
                <span className="text-muted">{side === 'theirs' ? 'Theirs: ' : 'Yours: '}</span>
                {textOf(name, side === 'theirs' ? their : my)}
              </span>
            </label>
          ))}
        </fieldset>
      ))}
      <div className="flex flex-wrap gap-3">
        <Button size="small" isBusy={isBusy} onClick={save}>
          Save changes
        </Button>
        <Button size="small" variant="secondary" onClick={onClose}>
          Keep editing
        </Button>
      </div>
    </div>
  );
}
