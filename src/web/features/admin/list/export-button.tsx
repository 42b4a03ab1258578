/**
 * Exports all pages of the list with its current filters. The export is audited. A list that is too long for
 * an immediate download is emailed after the user confirms.
 */
import { useState } from 'react';
import { ActDialog } from '#web/features/admin/act/act-dialog.tsx';
import { useAct } from '#web/features/admin/act/use-act.ts';
import { ConsoleIcon } from '#web/features/admin/shell/icons.tsx';
import { useStaff } from '#web/features/admin/shell/staff.ts';
import { Button } from '#web/ui/button.tsx';
import * as toasts from '#web/ui/toasts.ts';
import { download, NotDownloaded } from './download.ts';
import { type EmailedList, useStaffListByEmailMutation } from './calls.ts';
import type { ListQuery } from './list-state.ts';

type ExportButtonProps = {
  path: `/api/admin/${string}`;
  emailed: EmailedList | undefined;
  query: ListQuery;
  many: string;
  as: 'CSV' | 'ZIP';
};

export function ExportButton({ path, emailed, query, many, as }: ExportButtonProps) {
  const [isBusy, setBusy] = useState(false);
  const [isLong, setLong] = useState(false);
  const take = async () => {
    setBusy(true);
    try {
      await download(path, query);
      toasts.success(`File with ${many} saved`);
    } catch (error) {
      if (emailed !== undefined && error instanceof NotDownloaded && error.code === 'export_by_email')
        setLong(true);
      else
        toasts.error(
          error instanceof NotDownloaded ? error.message : 'The file could not be created. Try again.',
        );
    }
    setBusy(false);
  };
  return (
    <>
      <Button size="small" variant="secondary" isBusy={isBusy} onClick={() => void take()}>
        <ConsoleIcon name="download" className="size-4" />
        Export {as}
      </Button>
      {emailed && (
        <ByEmail list={emailed} query={query} many={many} isOpen={isLong} onClose={() => setLong(false)} />
      )}
    </>
  );
}

type ByEmailProps = {
  list: EmailedList;
  query: ListQuery;
  many: string;
  isOpen: boolean;
  onClose: () => void;
};

function ByEmail({ list, query, many, isOpen, onClose }: ByEmailProps) {
  const { email } = useStaff();
  const act = useAct();
  const [ask] = useStaffListByEmailMutation();
  const confirm = async () => {
    const outcome = await act.run({ list, query }, () => ask({ list, query }));
    if (outcome?.kind !== 'done') return;
    toasts.success('The file is being created. You will get a link by email');
    onClose();
  };
  return (
    <ActDialog
      title="Export by email"
      action={`Email the link to ${email}`}
      isOpen={isOpen}
      onClose={onClose}
      act={act}
      onConfirm={() => void confirm()}
    >
      <p>
        More than 100,000 {many} match. You will get a link to the file by email. Only you can use it, for 7
        days.
      </p>
    </ActDialog>
  );
}
