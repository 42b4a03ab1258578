/**
 * A popover beside the button that opens it, in the browser's top layer. Escape or a click outside closes it
 * and returns the focus.
 */
import { type ReactNode, type RefObject, useEffect, useRef } from 'react';

type SmallWindowProps = {
  title: string;
  isOpen: boolean;
  onClose: () => void;
  /** The button. The popover opens below it, or above it if there is no room. */
  beside: RefObject<HTMLElement | null>;
  /** Which edges of the button and the popover are aligned. */
  align?: 'start' | 'end';
  children: ReactNode;
};

const gapPx = 6;
const edgePx = 12;

export function SmallWindow({ title, isOpen, onClose, beside, align = 'start', children }: SmallWindowProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const shown = dialog.current;
    if (shown === null || isOpen === shown.open) return;
    if (!isOpen) return shown.close();
    shown.showModal();
    if (beside.current !== null) place(shown, beside.current.getBoundingClientRect(), align);
  }, [isOpen, beside, align]);
  return (
    <dialog
      ref={dialog}
      aria-label={title}
      onClose={onClose}
      onPointerDown={({ target, currentTarget }) => target === currentTarget && onClose()}
      className="fixed m-0 w-64 rounded-md border border-line bg-surface text-sm text-ink shadow-lift backdrop:bg-transparent"
    >
      {isOpen && children}
    </dialog>
  );
}

function place(shown: HTMLElement, button: DOMRect, align: 'start' | 'end'): void {
  const { width, height } = shown.getBoundingClientRect();
  const left = align === 'start' ? button.x : button.x + button.width - width;
  const below = button.bottom + gapPx;
  const hasRoomBelow = below + height + edgePx <= window.innerHeight;
  shown.style.insetInlineStart = `${Math.max(edgePx, Math.min(left, window.innerWidth - width - edgePx))}px`;
  shown.style.insetBlockStart = `${Math.max(edgePx, hasRoomBelow ? below : button.top - gapPx - height)}px`;
}
