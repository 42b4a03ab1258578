/** Asks before the user leaves a screen with unsaved changes, by a link, by Back, or by closing the tab. */
import { Button } from '#web/ui/button.tsx';
import { useAskBeforeUnload } from '#web/ui/ask-before-unload.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { useLeaving } from './use-leaving.ts';

export function UnsavedGuard({ isDirty }: { isDirty: boolean }) {
  const { isAsking, stay, leave } = useLeaving(isDirty);
  useAskBeforeUnload(isDirty);
  return (
    <Dialog title="Leave without saving?" isOpen={isAsking} onClose={stay}>
      <div className="grid gap-5 text-sm">
        <p>Your changes on this screen are not saved.</p>
        <div className="flex flex-wrap gap-3">
          <Button size="small" onClick={stay}>
            Keep editing
          </Button>
          <Button size="small" variant="secondary" onClick={leave}>
            Leave without saving
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
