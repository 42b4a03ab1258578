/**
 * Confirms an irreversible action. The button names the effect: "Refund $49.50 to Kofi Mensah". Children are
 * the fields that the action needs. If the server rejects it, the dialog stays open with the input and the
 * error.
 */
import { type FormEvent, type ReactNode, useEffect } from 'react';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Notice } from '#web/ui/notice.tsx';
import type { Act } from './use-act.ts';

type ActDialogProps = {
  title: string;
  /** The button's text, with the amount and the name if there are any. */
  action: string;
  isOpen: boolean;
  onClose: () => void;
  act: Pick<Act, 'isBusy' | 'problem' | 'forget'>;
  onConfirm: () => void;
  children?: ReactNode;
};

export function ActDialog({ title, action, isOpen, onClose, act, onConfirm, children }: ActDialogProps) {
  const { isBusy, problem, forget } = act;
  // biome-ignore lint/correctness/useExhaustiveDependencies: opening the dialog resets the error.
  useEffect(forget, [isOpen]);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!isBusy) onConfirm();
  };
  return (
    <Dialog title={title} isOpen={isOpen} onClose={onClose}>
      {isOpen && (
        <form noValidate className="grid gap-5 text-sm" onSubmit={onSubmit}>
          {children}
          {problem && (
            <Notice tone="danger" role="alert">
              <p>{problem.message}</p>
              {problem.requestId !== '' && problem.status >= 500 && (
                <p className="mt-1 text-xs wrap-anywhere">Request {problem.requestId}</p>
              )}
            </Notice>
          )}
          <div className="flex flex-wrap gap-3">
            <Button type="submit" size="small" isBusy={isBusy}>
              {action}
            </Button>
            <Button size="small" variant="secondary" onClick={onClose}>
              Cancel
            </Button>
          </div>
        </form>
      )}
    </Dialog>
  );
}
