/**
 * Covers the page while something must not be interrupted, such as a payment. A modal dialog makes everything behind it
 * inert and gives the focus back where it was; it cannot be closed by hand.
 */
import { useEffect, useRef } from 'react';
import { Spinner } from './spinner.tsx';

export function FullScreenSpinner({ label }: { label: string }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    return () => shown?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      aria-label={label}
      tabIndex={-1}
      onCancel={(event) => event.preventDefault()}
      onKeyDown={(event) => { if (event.key === 'Escape') event.preventDefault(); }}
      className="fixed inset-0 m-0 size-full max-h-none max-w-none place-content-center bg-transparent open:grid"
    >
      <div className="flex animate-arrive flex-col items-center gap-4 rounded-lg bg-surface px-10 py-8 text-ink shadow-lift">
        <Spinner className="size-12 text-accent" />
        <p role="status" className="text-lg font-medium">{label}</p>
      </div>
    </dialog>
  );
}
