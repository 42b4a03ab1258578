/** Previews and restores earlier versions of a post. */
import { useAct } from '#web/features/admin/act/use-act.ts';
import { VersionHistory } from '#web/features/admin/form/version-history.tsx';
import { Loaded } from '#web/features/admin/shell/loaded.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
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
        <div className="max-h-96 overflow-y-auto text-sm">
          <VersionHistory
            versions={versions.map((version) => ({ ...version, at: version.savedAt }))}
            now={versions[0]?.version ?? 0}
            permission="content.write"
            nameOf={({ title }) => title || 'Untitled'}
            action={{
              label: 'Restore version',
              spoken: '',
              isBusy: act.isBusy,
              run: (version) => void restore(version),
            }}
            link={({ version }) => (
              <ButtonLink size="small" variant="text" to={previewOf(record.id, version)} target="_blank">
                View version
              </ButtonLink>
            )}
          >
            {({ publishedAt }) =>
              publishedAt !== null && (
                <p>
                  <Badge tone="ok">Published</Badge>
                </p>
              )
            }
          </VersionHistory>
        </div>
      )}
    </Loaded>
  );
}
