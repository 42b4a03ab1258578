/** Closes the account. The owner can do this if nothing is held or owed. */
import { useState } from 'react';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { refusalText } from '#web/session/refusal.ts';
import { Button } from '#web/ui/button.tsx';
import * as toasts from '#web/ui/toasts.ts';
import { type Account, useCloseMutation } from './credit-api.ts';
import { Part } from './credit-frame.tsx';

export function AccountClose({ account: { held, owed } }: { account: Account }) {
  const [isAsking, setAsking] = useState(false);
  const [close, { isLoading }] = useCloseMutation();
  const isBlocked = held > 0 || owed > 0;
  const confirm = async () => {
    const refused = await close()
      .unwrap()
      .then(() => null, refusalText);
    setAsking(false);
    if (refused === null) toasts.success('Your Net 30 account is closed', 'credit');
    else toasts.error(refused, 'credit');
  };
  return (
    <Part id="close" title="Close the account">
      <p className="text-muted">
        {isBlocked
          ? 'You can close it once you owe nothing and no credit is held for an order.'
          : 'Your limit ends, but your history stays. You may apply again.'}
      </p>
      {!isBlocked && (
        <div>
          <Button variant="secondary" size="small" onClick={() => setAsking(true)}>
            Close Net 30 account
          </Button>
        </div>
      )}
      <ConfirmDialog
        title="Close your Net 30 account?"
        action="Close account"
        dismiss="Keep account open"
        isOpen={isAsking}
        isBusy={isLoading}
        onConfirm={confirm}
        onClose={() => setAsking(false)}
      >
        <p>Your limit ends, and you can no longer buy on credit. You may apply again later.</p>
      </ConfirmDialog>
    </Part>
  );
}
