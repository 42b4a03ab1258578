/**
 * Shows toasts. The live regions are in the page from the start, because screen readers would miss the first
 * message otherwise. Toasts never take the focus. Hovering or focusing the region pauses all timers.
 */
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useLanguage } from '#web/language.tsx';
import { Icon } from './icon.tsx';
import { Spinner } from './spinner.tsx';
import {
  current,
  currentOnServer,
  dismiss,
  durationMs,
  subscribe,
  type Toast,
  type ToastKind,
} from './toasts.ts';

export function ToastRegion() {
  const toasts = useSyncExternalStore(subscribe, current, currentOnServer);
  const [isPaused, setPaused] = useState(false);
  const { say } = useLanguage();
  // A button that is removed while hovered or focused fires neither a leave nor a blur event.
  const dismissByHand = (id: number): void => {
    dismiss(id);
    setPaused(false);
  };
  const isError = ({ kind }: Toast): boolean => kind === 'error';
  return (
    <section
      aria-label={say('Messages')}
      data-print="no"
      className="above-bottom-bar pointer-events-none fixed inset-x-0 z-50 flex flex-col items-stretch gap-2 p-4 sm:items-end"
      onPointerEnter={() => setPaused(true)}
      onPointerLeave={() => setPaused(false)}
      onFocus={() => setPaused(true)}
      onBlur={() => setPaused(false)}
    >
      <div className="contents">
        {toasts.filter(isError).map((toast) => (
          <ToastCard key={toast.id} toast={toast} isPaused={isPaused} onDismiss={dismissByHand} />
        ))}
      </div>
      <div role="status" className="contents">
        {toasts
          .filter((toast) => !isError(toast))
          .map((toast) => (
            <ToastCard key={toast.id} toast={toast} isPaused={isPaused} onDismiss={dismissByHand} />
          ))}
      </div>
    </section>
  );
}

const marks: Record<Exclude<ToastKind, 'loading'>, { icon: 'check' | 'alert' | 'info'; tone: string }> = {
  success: { icon: 'check', tone: 'text-ok' },
  error: { icon: 'alert', tone: 'text-danger' },
  message: { icon: 'info', tone: 'text-credit' },
};

type ToastCardProps = { toast: Toast; isPaused: boolean; onDismiss: (id: number) => void };

function ToastCard({ toast, isPaused, onDismiss }: ToastCardProps) {
  const { say, translate } = useLanguage();
  useCountdown(durationMs[toast.kind], isPaused, () => dismiss(toast.id));
  return (
    <div
      role={toast.kind === 'error' ? 'alert' : undefined}
      className="pointer-events-auto flex w-full max-w-toast animate-arrive items-start gap-3 rounded-md border border-line bg-surface py-2 ps-4 pe-2 text-ink shadow-lift"
    >
      <span className="mt-2">
        {toast.kind === 'loading' ? (
          <Spinner />
        ) : (
          <Icon name={marks[toast.kind].icon} className={`size-5 ${marks[toast.kind].tone}`} />
        )}
      </span>
      <p className="min-w-0 grow self-center py-1">{translate(toast.text)}</p>
      <button
        type="button"
        className="rounded-sm p-2 text-muted hover:text-ink"
        onClick={() => onDismiss(toast.id)}
      >
        <Icon name="close" className="size-5" />
        <span className="sr-only">{say('Dismiss')}</span>
      </button>
    </div>
  );
}

/** Calls back when the time is over. Pausing stops the timer; it resumes with the remaining time. */
function useCountdown(totalMs: number | null, isPaused: boolean, onEnd: () => void): void {
  const leftMs = useRef(totalMs);
  const end = useRef(onEnd);
  useEffect(() => {
    end.current = onEnd;
  });
  useEffect(() => {
    if (leftMs.current === null || isPaused) return;
    const startedAtMs = performance.now();
    const timer = setTimeout(() => end.current(), leftMs.current);
    return () => {
      clearTimeout(timer);
      leftMs.current = Math.max(0, (leftMs.current ?? 0) - (performance.now() - startedAtMs));
    };
  }, [isPaused]);
}
