/** Actions on a post: publish, schedule, preview, unpublish, delete, and history. */
import { useState } from 'react';
import { ActMenu, type MenuAct } from '#web/features/admin/act/act-menu.tsx';
import { ConsoleIcon } from '#web/features/admin/shell/icons.tsx';
import { KeyHint } from '#web/features/admin/shell/key-hint.tsx';
import { useMay } from '#web/features/admin/shell/staff.ts';
import { useKeys } from '#web/features/admin/shell/use-keys.ts';
import { Button } from '#web/ui/button.tsx';
import { DeleteDialog } from './delete-dialog.tsx';
import { ScheduleDialog } from './schedule-dialog.tsx';
import { usePostActs } from './use-post-acts.ts';
import type { PostWriting, PostWritingState } from './use-writing.ts';
import { VersionsDialog } from './versions-dialog.tsx';

type Part = { writing: PostWriting; state: PostWritingState };

export function ActButtons({ writing, state }: Part) {
  const { record, phase } = state;
  const mayWrite = useMay('content.write');
  const [open, setOpen] = useState<'schedule' | 'versions' | 'delete' | null>(null);
  const acts = usePostActs(writing);
  const preview = () => void acts.preview();
  const isNew = !record.isPublic || record.hasChanges || phase !== 'saved';
  const menu: (MenuAct | 'line')[] = [
    ...(mayWrite
      ? [
          {
            label: record.publishAt === null ? 'Schedule publishing' : 'Change schedule',
            run: () => setOpen('schedule'),
          },
        ]
      : []),
    ...(mayWrite && record.publishAt !== null
      ? [{ label: 'Cancel schedule', run: () => void acts.unschedule() }]
      : []),
    ...(mayWrite && !isNew ? [{ label: 'Mark as reviewed', run: () => void acts.review() }] : []),
    { label: 'Show version history', run: () => setOpen('versions') },
    ...(record.publicSlug === null ? [] : [{ label: 'Open page', href: `/blogs/${record.publicSlug}` }]),
    ...(mayWrite && record.firstPublishedAt === null
      ? ['line' as const, { label: 'Delete draft', run: () => setOpen('delete') }]
      : []),
    ...(mayWrite && record.isPublic
      ? ['line' as const, { label: 'Unpublish', run: () => void acts.unpublish() }]
      : []),
  ];
  const publish = () => void acts.publish();
  useKeys([
    { keys: 'v', says: 'Preview', group: 'On this page', run: preview },
    { keys: 'e', says: 'Edit', group: 'On this page', run: focusText },
    ...(mayWrite && isNew
      ? [{ keys: 'p', says: 'Publish', group: 'On this page' as const, run: publish }]
      : []),
  ]);
  return (
    <>
      <Button size="small" variant="secondary" onClick={preview}>
        Preview
        <KeyHint keys="v" />
      </Button>
      {mayWrite && isNew && (
        <Button size="small" isBusy={acts.isBusy} onClick={publish}>
          {publishLabel(state)}
          <KeyHint keys="p" />
        </Button>
      )}
      <ActMenu
        label="More actions"
        acts={menu}
        className="inline-grid size-9 place-items-center rounded-full border border-line bg-surface hover:border-field data-popup-open:border-field"
        trigger={<ConsoleIcon name="more" className="size-5" />}
      />
      <ScheduleDialog
        writing={writing}
        record={record}
        isOpen={open === 'schedule'}
        onClose={() => setOpen(null)}
      />
      <DeleteDialog
        writing={writing}
        state={state}
        isOpen={open === 'delete'}
        onClose={() => setOpen(null)}
      />
      <VersionsDialog
        writing={writing}
        record={record}
        isOpen={open === 'versions'}
        onClose={() => setOpen(null)}
      />
    </>
  );
}

const publishLabel = ({ record }: PostWritingState): string => {
  if (record.publishAt !== null) return 'Publish now';
  return record.isPublic ? 'Publish changes' : 'Publish';
};

function focusText(): void {
  document.querySelector<HTMLElement>('main [contenteditable=true], main textarea')?.focus();
}
