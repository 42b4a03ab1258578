/**
 * Confirms the deletion of a draft and its history. A post that was ever published can be unpublished but not
 * deleted.
 */
import { useNavigate } from 'react-router';
import { ActDialog } from '#web/features/admin/act/act-dialog.tsx';
import { useAct } from '#web/features/admin/act/use-act.ts';
import * as toasts from '#web/ui/toasts.ts';
import { useStaffPostDeletionMutation } from './calls.ts';
import type { PostWriting, PostWritingState } from './use-writing.ts';

type DeleteDialogProps = {
  writing: PostWriting;
  state: PostWritingState;
  isOpen: boolean;
  onClose: () => void;
};

export function DeleteDialog({ writing, state: { fields, record }, isOpen, onClose }: DeleteDialogProps) {
  const act = useAct();
  const [send] = useStaffPostDeletionMutation();
  const navigate = useNavigate();
  const name = fields.title || 'Untitled';
  const confirm = async () => {
    // Saves pending edits first, so no save reaches a deleted post.
    const post = await writing.flush();
    if (post === null) return toasts.error('Your latest changes are not saved yet. Try again in a moment');
    const { id, version } = post;
    const outcome = await act.run({ id, version }, () => send({ id, body: { version } }));
    if (outcome?.kind !== 'done') return;
    toasts.success('Draft deleted');
    void navigate('/admin/content', { replace: true });
  };
  return (
    <ActDialog
      title="Delete draft?"
      action={`Delete “${name}”`}
      isOpen={isOpen}
      onClose={onClose}
      act={act}
      onConfirm={() => void confirm()}
    >
      <p>
        This deletes the draft and its version history. It cannot be undone.
        {record.publishAt !== null && ' Scheduled publishing is canceled.'}
      </p>
    </ActDialog>
  );
}
