/** A native modal dialog: it traps the focus, closes on Escape, and returns the focus. */
import { type ReactNode, useEffect, useId, useRef } from 'react';

type DialogProps = { title: string; isOpen: boolean; onClose: () => void; children: ReactNode };

export function Dialog({ title, isOpen, onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const headingId = useId();
  useEffect(() => {
    const shown = dialog.current;
    if (isOpen && !shown?.open) shown?.showModal();
    if (!isOpen && shown?.open) shown.close();
  }, [isOpen]);
  return (
    <dialog
      ref={dialog}
      aria-labelledby={headingId}
      onClose={onClose}
      className="w-[calc(100%-2rem)] max-w-form rounded-lg border border-line bg-surface p-6 text-ink shadow-lift sm:p-8"
    >
      <h2 id={headingId} className="text-xl">
        {title}
      </h2>
      <div className="mt-4">{children}</div>
    </dialog>
  );
}
