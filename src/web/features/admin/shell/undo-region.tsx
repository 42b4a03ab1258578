/** Where the last act can be taken back: a live region that takes no focus, with a key of its own. Hovering or focusing it stops the clock. */
import { useEffect, useState } from 'react';
import { KeyHint } from './key-hint.tsx';
import { endUndo, type Undoable, undoWithinMs, useUndoable } from './undo.ts';
import { useKeys } from './use-keys.ts';

export function UndoRegion() {
  const undoable = useUndoable();
  return (
    <div role="status" className="pointer-events-none fixed inset-x-0 bottom-4 z-40 flex justify-center px-4">
      {undoable !== null && <UndoCard key={undoable.id} undoable={undoable} />}
    </div>
  );
}

function UndoCard({ undoable: { id, text, undo } }: { undoable: Undoable }) {
  const [isPaused, setPaused] = useState(false);
  useEffect(() => {
    if (isPaused) return;
    const timer = setTimeout(() => endUndo(id), undoWithinMs);
    return () => clearTimeout(timer);
  }, [isPaused, id]);
  const takeBack = () => {
    endUndo(id);
    undo();
  };
  useKeys([{ keys: 'z', says: 'Undo what just happened', group: 'Anywhere', run: takeBack }]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only hears whether somebody is reading it.
    <div
      className="pointer-events-auto flex animate-arrive items-center gap-4 rounded-full bg-ink py-2 ps-5 pe-2 text-paper shadow-lift"
      onPointerEnter={() => setPaused(true)}
      onPointerLeave={() => setPaused(false)}
      onFocus={() => setPaused(true)}
      onBlur={() => setPaused(false)}
    >
      <p>{text}</p>
      <button
        type="button"
        className="inline-flex min-h-9 items-center gap-2 rounded-full px-3 font-semibold underline underline-offset-4 hover:no-underline"
        onClick={takeBack}
      >
        Undo
        <KeyHint keys="z" />
      </button>
    </div>
  );
}
