/** Asks for confirmation before logging out. Also used by the profile's Logout button. */
import { useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { useLanguage } from '#web/language.tsx';
import { logOut } from '#web/session/log-out.ts';

export function LogOutDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { say } = useLanguage();
  return (
    <Dialog title={say('Are you sure you want to logout?')} isOpen={isOpen} onClose={onClose}>
      {isOpen && <Answers onClose={onClose} />}
    </Dialog>
  );
}

function Answers({ onClose }: { onClose: () => void }) {
  const { say } = useLanguage();
  const [isLeaving, setLeaving] = useState(false);
  const leave = () => {
    setLeaving(true);
    void logOut();
  };
  if (isLeaving)
    return (
      <p role="status" className="flex min-h-12 items-center gap-3 text-lg">
        <Spinner className="size-8 text-accent" /> {say('Logging out')}
      </p>
    );
  return (
    <div className="flex flex-wrap gap-3">
      <Button variant="secondary" onClick={onClose}>
        {say('Cancel')}
      </Button>
      <Button onClick={leave}>{say('Logout')}</Button>
    </div>
  );
}
