/** Confirms an action that cannot be undone. The safe choice comes first and has the focus. */
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

type Props = {
  title: string;
  action: string;
  /** The label of the safe choice. Default: "Cancel". */
  dismiss?: string;
  isOpen: boolean;
  isBusy: boolean;
  onConfirm: () => void;
  onClose: () => void;
  children: ReactNode;
};

export const ConfirmDialog = ({
  title,
  action,
  dismiss = 'Cancel',
  isOpen,
  isBusy,
  onConfirm,
  onClose,
  children,
}: Props) => (
  <Dialog title={title} isOpen={isOpen} onClose={onClose}>
    <div className="grid gap-6">
      {children}
      <div className="flex flex-wrap gap-3">
        <Button variant="secondary" onClick={onClose}>
          {dismiss}
        </Button>
        <Button isBusy={isBusy} onClick={onConfirm}>
          {action}
        </Button>
      </div>
    </div>
  </Dialog>
);
