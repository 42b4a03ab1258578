/** An emailed export: its content, its expiration, and a download button. */
import { useEffect, useState } from 'react';
import { useParams } from 'react-router';
import { Moment } from '#web/features/admin/detail/moment.tsx';
import { RecordSkeleton } from '#web/features/admin/detail/record-skeleton.tsx';
import { KeyHint } from '#web/features/admin/shell/key-hint.tsx';
import { Loaded } from '#web/features/admin/shell/loaded.tsx';
import { PageHead } from '#web/features/admin/shell/page-head.tsx';
import { useKeys } from '#web/features/admin/shell/use-keys.ts';
import { Button } from '#web/ui/button.tsx';
import * as toasts from '#web/ui/toasts.ts';
import { download, NotDownloaded } from '#web/features/admin/list/download.ts';
import { type EmailedList, type ListFile, useStaffListFileQuery } from '#web/features/admin/list/calls.ts';

const askEveryMs = 2_000;

const names: Record<EmailedList, string> = {
  orders: 'Orders',
  refunds: 'Refunds',
  disputes: 'Disputes',
  coupons: 'Coupons',
  'credit-applications': 'Credit applications',
  'credit-accounts': 'Credit accounts',
  audit: 'Audit log',
};

export function FilePage() {
  const { id = '' } = useParams();
  const [isWaiting, setWaiting] = useState(false);
  const query = useStaffListFileQuery(id, { pollingInterval: isWaiting ? askEveryMs : 0 });
  const state = query.data?.state;
  useEffect(() => setWaiting(state === 'waiting'), [state]);
  return (
    <Loaded what="Export file" query={query} isPage skeleton={<RecordSkeleton />}>
      {(file) => <ShownFile file={file} />}
    </Loaded>
  );
}

function ShownFile({ file }: { file: ListFile }) {
  const { id, list, state, rows, readyAt, until } = file;
  const [isBusy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    await download(`/api/admin/exports/${id}/file`, {}).then(
      () => toasts.success('File saved'),
      (error: unknown) =>
        toasts.error(
          error instanceof NotDownloaded ? error.message : 'The file could not be saved. Try again.',
        ),
    );
    setBusy(false);
  };
  const isReady = state === 'ready';
  useKeys(
    isReady ? [{ keys: 'd', says: 'Download file', group: 'On this page', run: () => void save() }] : [],
  );
  return (
    <div className="grid gap-6">
      <PageHead
        title={`${names[list]} export`}
        actions={
          isReady && (
            <Button size="small" isBusy={isBusy} onClick={() => void save()}>
              Download CSV
              <KeyHint keys="d" />
            </Button>
          )
        }
      />
      <div role="status" className="grid max-w-line gap-2">
        {state === 'waiting' && (
          <p>The file is being created. You can leave this page. You will get a link by email.</p>
        )}
        {state === 'refused' && <p>Your role no longer allows this export, so the file was not created.</p>}
        {readyAt && until && rows !== null && (
          <>
            <p>
              {rows.toLocaleString('en-US')} {rows === 1 ? 'row' : 'rows'}, exported{' '}
              <Moment at={readyAt} full />.
            </p>
            <p className="text-muted">
              Only you can download it, until <Moment at={until} full />. Exports are recorded in the audit
              log.
            </p>
          </>
        )}
      </div>
    </div>
  );
}
