/** Two ways to stop: end reporting, or remove the whole connection. Both explain the effect first. */
import { useState } from 'react';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { refusalText } from '#web/session/refusal.ts';
import { Button } from '#web/ui/button.tsx';
import * as toasts from '#web/ui/toasts.ts';
import { useDisconnectMutation, useWithdrawReportingMutation } from './reporting-api.ts';

export function EndParts({ isReporting }: { isReporting: boolean }) {
  const [asking, setAsking] = useState<'stop' | 'disconnect' | null>(null);
  const [stop, stopping] = useWithdrawReportingMutation();
  const [disconnect, disconnecting] = useDisconnectMutation();
  const run = async (work: { unwrap: () => Promise<unknown> }, done: string): Promise<void> => {
    const refused = await work.unwrap().then(() => null, refusalText);
    setAsking(null);
    if (refused === null) toasts.success(done, 'factiiv');
    else toasts.error(refused, 'factiiv');
  };
  return (
    <div className="flex flex-wrap gap-3">
      {isReporting && (
        <Button variant="secondary" size="small" onClick={() => setAsking('stop')}>
          Stop reporting
        </Button>
      )}
      <Button variant="secondary" size="small" onClick={() => setAsking('disconnect')}>
        Disconnect
      </Button>
      <ConfirmDialog
        title="Stop reporting?"
        action="Stop reporting"
        dismiss="Keep reporting"
        isOpen={asking === 'stop'}
        isBusy={stopping.isLoading}
        onConfirm={() => run(stop(), 'Reporting stopped')}
        onClose={() => setAsking(null)}
      >
        <p>
          Nothing more is sent to Factiiv. Reports that it has accepted stay in its file. We still check your
          score. You can resume reporting at any time, and anything not sent until then is sent too.
        </p>
      </ConfirmDialog>
      <ConfirmDialog
        title="Disconnect from Factiiv?"
        action="Disconnect"
        dismiss="Stay connected"
        isOpen={asking === 'disconnect'}
        isBusy={disconnecting.isLoading}
        onConfirm={() => run(disconnect(), 'Disconnected from Factiiv')}
        onClose={() => setAsking(null)}
      >
        <p>
          We delete the key, and stop reporting and checking your score. Reports that Factiiv has accepted
          stay in its file. Your receipts stay here under Your reports to Factiiv.
        </p>
      </ConfirmDialog>
    </div>
  );
}
