/** Earlier versions of a post, newest first, with preview and restore. */
import { useAct } from '#web/features/admin/act/use-act.ts';
import { Moment } from '#web/features/admin/detail/moment.tsx';
import { Loaded } from '#web/features/admin/shell/loaded.tsx';
import { useMay } from '#web/features/admin/shell/staff.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import * as toasts from '#web/ui/toasts.ts';
import { previewOf } from './post-fields.ts';
import {
  type Post,
  type PostVersion,
  useStaffPostRestorationMutation,
  useStaffPostVersionsQuery,
} from './calls.ts';
import type { PostWriting } from './use-writing.ts';

type VersionsDialogProps = { writing: PostWriting; record: Post; isOpen: boolean; onClose: () => void };

export const VersionsDialog = ({ isOpen, onClose, ...rest }: VersionsDialogProps) => (
  <Dialog title="Version history" isOpen={isOpen} onClose={onClose}>
    {isOpen && <Versions {...rest} onDone={onClose} />}
  </Dialog>
);

function Versions({
  writing,
  record,
  onDone,
}: Pick<VersionsDialogProps, 'writing' | 'record'> & { onDone: () => void }) {
  const query = useStaffPostVersionsQuery(record.id, { refetchOnMountOrArgChange: true });
  const [restoration] = useStaffPostRestorationMutation();
  const act = useAct();
  const restore = async ({ version: becomes }: PostVersion) => {
    const now = await writing.flush();
    if (now === null) return toasts.error('Save your changes first');
    const { id, version } = now;
    const outcome = await act.run({ becomes, version }, () =>
      restoration({ id, body: { version, becomes } }),
    );
    if (outcome?.kind === 'done') {
      writing.replace(outcome.data);
      toasts.success('Version restored. Publish it to show it to visitors');
      onDone();
    } else if (outcome?.kind === 'changed' || outcome?.kind === 'refused')
      toasts.error(outcome.error.message);
  };
  return (
    <Loaded what="Version history" query={query} skeleton={<Skeleton className="h-40 w-full" />}>
      {(versions) => (
        <ol className="grid max-h-96 gap-1 overflow-y-auto text-sm">
          {versions.map((version, place) => (
            <Entry
              key={version.version}
              id={record.id}
              version={version}
              isNow={place === 0}
              isBusy={act.isBusy}
              onRestore={restore}
            />
          ))}
        </ol>
      )}
    </Loaded>
  );
}

type EntryProps = {
  id: string;
  version: PostVersion;
  isNow: boolean;
  isBusy: boolean;
  onRestore: (version: PostVersion) => Promise<unknown>;
};

function Entry({ id, version, isNow, isBusy, onRestore }: EntryProps) {
  const mayWrite = useMay('content.write');
  const { title, savedAt, by, publishedAt } = version;
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line py-2">
      <span className="min-w-0 grow">
        <span className="block wrap-anywhere">{title || 'Untitled'}</span>
        <span className="flex flex-wrap items-center gap-2 text-xs text-muted">
          <span>
            <Moment at={savedAt} full /> {by && `by ${by}`}
          </span>
          {publishedAt !== null && <Badge tone="ok">Published</Badge>}
        </span>
      </span>
      <ButtonLink size="small" variant="text" to={previewOf(id, version.version)} target="_blank">
        View version
      </ButtonLink>
      {isNow ? (
        <span className="text-muted sm:px-3">Current</span>
      ) : (
        mayWrite && (
          <Button size="small" variant="secondary" isBusy={isBusy} onClick={() => void onRestore(version)}>
            Restore version
          </Button>
        )
      )}
    </li>
  );
}
