/**
 * A note for coworkers at the top of a timeline. `n` focuses it, and Ctrl+Enter saves. Leaving with an
 * unsaved note asks first.
 */
import { type FormEvent, type KeyboardEvent, useId, useRef, useState } from 'react';
import { useAct } from '#web/features/admin/act/use-act.ts';
import { UnsavedGuard } from './unsaved-guard.tsx';
import { useKeys } from '#web/features/admin/shell/use-keys.ts';
import { Button } from '#web/ui/button.tsx';

type NoteBoxProps = { onWrite: (text: string) => PromiseLike<{ data?: unknown; error?: unknown }> };

export function NoteBox({ onWrite }: NoteBoxProps) {
  const id = useId();
  const box = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState('');
  const act = useAct();
  useKeys([{ keys: 'n', says: 'Add note', group: 'On this page', run: () => box.current?.focus() }]);
  const save = async () => {
    const note = text.trim();
    if (note === '') return;
    const outcome = await act.run(note, () => onWrite(note));
    if (outcome?.kind === 'done') setText('');
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    void save();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    void save();
  };
  return (
    <form className="grid gap-1.5" onSubmit={onSubmit}>
      <UnsavedGuard isDirty={text.trim() !== ''} />
      <label htmlFor={id} className="text-xs text-muted">
        Note (visible to the team only)
      </label>
      <textarea
        ref={box}
        id={id}
        rows={1}
        maxLength={2000}
        value={text}
        className="field-sizing-content min-h-9 resize-none rounded-md border border-field bg-surface px-2.5 py-1.5"
        onChange={({ target }) => setText(target.value)}
        onKeyDown={onKeyDown}
      />
      {(text !== '' || act.problem) && (
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p role="alert" className="text-danger">
            {act.problem?.message}
          </p>
          <Button type="submit" size="small" variant="secondary" isBusy={act.isBusy}>
            Save note
          </Button>
        </div>
      )}
    </form>
  );
}
