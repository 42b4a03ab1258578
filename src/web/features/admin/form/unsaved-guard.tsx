/** Asks before a screen with unsaved changes is left: by a link, by Back, or with the tab. */
import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';

export function UnsavedGuard({ isDirty }: { isDirty: boolean }) {
  const blocker = useBlocker(({ currentLocation, nextLocation }) => isDirty && currentLocation.pathname !== nextLocation.pathname);
  useEffect(() => {
    if (!isDirty) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isDirty]);
  return (
    <Dialog title="Leave without saving?" isOpen={blocker.state === 'blocked'} onClose={() => blocker.reset?.()}>
      <div className="grid gap-5 text-sm">
        <p>What you changed on this screen is not saved yet.</p>
        <div className="flex flex-wrap gap-3">
          <Button size="small" onClick={() => blocker.reset?.()}>
            Keep editing
          </Button>
          <Button size="small" variant="secondary" onClick={() => blocker.proceed?.()}>
            Leave without saving
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
