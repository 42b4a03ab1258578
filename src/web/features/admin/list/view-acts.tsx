/** Saves the current filters as a view, and renames, shares, or deletes a saved view. */
import { useState } from 'react';
import { ActDialog } from '#web/features/admin/act/act-dialog.tsx';
import { ActMenu } from '#web/features/admin/act/act-menu.tsx';
import { useAct } from '#web/features/admin/act/use-act.ts';
import { useMay } from '#web/features/admin/shell/staff.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { TextInput } from '#web/ui/text-input.tsx';
import * as toasts from '#web/ui/toasts.ts';
import { type ListState, queryOf, withoutPage } from './list-state.ts';
import {
  type SavedView,
  useStaffViewChangeMutation,
  useStaffViewDeletionMutation,
  useStaffViewSavingMutation,
  useStaffViewSharingMutation,
} from './calls.ts';

type ViewActsProps = {
  list: string;
  state: ListState;
  /** The saved view that is open. */
  current: SavedView | null;
  /** The list is filtered or sorted, and no saved view is open. */
  isNarrowed: boolean;
  onGone: () => void;
};

type Open = 'save' | 'rename' | 'delete' | null;

export function ViewActs({ list, state, current, isNarrowed, onGone }: ViewActsProps) {
  const [open, setOpen] = useState<Open>(null);
  const mayShare = useMay('views.share');
  const sharing = useAct();
  const [share] = useStaffViewSharingMutation();
  const close = () => setOpen(null);
  const toggle = async (view: SavedView) => {
    const outcome = await sharing.run(null, () => share({ id: view.id, body: { shared: !view.shared } }));
    if (outcome?.kind === 'done')
      toasts.success(view.shared ? 'View is private now' : 'View shared with the team');
    else if (outcome?.kind === 'refused') toasts.error(outcome.error.message);
  };
  return (
    <>
      {isNarrowed && (
        <Button size="small" variant="text" className="px-2" onClick={() => setOpen('save')}>
          Save view
        </Button>
      )}
      {current?.editable && (
        <ActMenu
          label={`View ${current.name}`}
          className="inline-flex min-h-9 shrink-0 items-center gap-1 rounded-full px-2 font-medium text-muted hover:text-ink"
          trigger={
            <>
              <span aria-hidden="true">View options</span>
              <Icon name="chevron" className="size-4" />
            </>
          }
          acts={[
            { label: 'Rename', run: () => setOpen('rename') },
            ...(mayShare
              ? [
                  {
                    label: current.shared ? 'Stop sharing' : 'Share with team',
                    run: () => void toggle(current),
                  },
                ]
              : []),
            { label: 'Delete', isDangerous: true, run: () => setOpen('delete') },
          ]}
        />
      )}
      {open === 'save' && <SaveDialog list={list} state={state} mayShare={mayShare} onClose={close} />}
      {open === 'rename' && current && <RenameDialog view={current} onClose={close} />}
      {open === 'delete' && current && <DeleteDialog view={current} onClose={close} onGone={onGone} />}
    </>
  );
}

const NameField = ({ name, onChange }: { name: string; onChange: (name: string) => void }) => (
  <Field label="Name">
    {(control) => (
      <TextInput
        {...control}
        autoComplete="off"
        maxLength={40}
        value={name}
        onChange={({ target }) => onChange(target.value)}
      />
    )}
  </Field>
);

function SaveDialog({
  list,
  state,
  mayShare,
  onClose,
}: {
  list: string;
  state: ListState;
  mayShare: boolean;
  onClose: () => void;
}) {
  const act = useAct();
  const [save] = useStaffViewSavingMutation();
  const [share] = useStaffViewSharingMutation();
  const [name, setName] = useState('');
  const [isShared, setShared] = useState(false);
  const confirm = async () => {
    const outcome = await act.run(null, () =>
      save({ body: { list, name, query: withoutPage(queryOf(state)) } }),
    );
    if (outcome?.kind !== 'done') return;
    const { id } = outcome.data;
    if (isShared && (await act.run(null, () => share({ id, body: { shared: true } })))?.kind !== 'done')
      return;
    onClose();
    toasts.success(`View “${name.trim()}” saved`);
  };
  return (
    <ActDialog
      title="Save view"
      action="Save"
      isOpen
      onClose={onClose}
      act={act}
      onConfirm={() => void confirm()}
    >
      <p>Saves the current view with its filters and sort order.</p>
      <NameField name={name} onChange={setName} />
      {mayShare && (
        <label className="flex items-center gap-2.5">
          <input
            type="checkbox"
            className="tick-box"
            checked={isShared}
            onChange={({ target }) => setShared(target.checked)}
          />
          Share with team
        </label>
      )}
    </ActDialog>
  );
}

function RenameDialog({ view, onClose }: { view: SavedView; onClose: () => void }) {
  const act = useAct();
  const [change] = useStaffViewChangeMutation();
  const [name, setName] = useState(view.name);
  const confirm = async () => {
    const outcome = await act.run(null, () => change({ id: view.id, body: { name, query: view.query } }));
    if (outcome?.kind === 'done') onClose();
  };
  return (
    <ActDialog
      title={`Rename ${view.name}`}
      action="Rename"
      isOpen
      onClose={onClose}
      act={act}
      onConfirm={() => void confirm()}
    >
      <NameField name={name} onChange={setName} />
    </ActDialog>
  );
}

function DeleteDialog({
  view,
  onClose,
  onGone,
}: {
  view: SavedView;
  onClose: () => void;
  onGone: () => void;
}) {
  const act = useAct();
  const [deleteView] = useStaffViewDeletionMutation();
  const confirm = async () => {
    const outcome = await act.run(null, () => deleteView(view.id));
    if (outcome?.kind !== 'done') return;
    onClose();
    onGone();
  };
  return (
    <ActDialog
      title={`Delete ${view.name}?`}
      action={`Delete ${view.name}`}
      isOpen
      onClose={onClose}
      act={act}
      onConfirm={() => void confirm()}
    >
      <p>
        {view.shared ? 'The view is deleted for the whole team.' : 'Only the view is deleted.'} Its records
        stay unchanged.
      </p>
    </ActDialog>
  );
}
