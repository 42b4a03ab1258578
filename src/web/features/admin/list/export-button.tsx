/** The list as a file, filtered as it is shown, all pages of it. Who took which rows is written down. */
import { useState } from 'react';
import { ConsoleIcon } from '#web/features/admin/shell/icons.tsx';
import { Button } from '#web/ui/button.tsx';
import * as toasts from '#web/ui/toasts.ts';
import { download } from './download.ts';
import type { ListQuery } from './list-state.ts';

export function ExportButton({ path, query, many }: { path: `/api/admin/${string}`; query: ListQuery; many: string }) {
  const [isBusy, setBusy] = useState(false);
  const take = async () => {
    setBusy(true);
    await download(path, query).then(
      () => toasts.success(`The file with the ${many} is saved`),
      (error: unknown) => toasts.error(error instanceof Error ? error.message : 'The file could not be made. Please try again.'),
    );
    setBusy(false);
  };
  return (
    <Button size="small" variant="secondary" isBusy={isBusy} onClick={() => void take()}>
      <ConsoleIcon name="download" className="size-4" />
      Export CSV
    </Button>
  );
}
