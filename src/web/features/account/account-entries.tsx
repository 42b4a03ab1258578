/** The same entries in the menu of small screens. */
import { useState } from 'react';
import { ApiProvider } from '#web/session/api-provider.tsx';
import { useLanguage } from '#web/language.tsx';
import { useMe } from '#web/session/use-me.ts';
import { SiteLink } from '#web/ui/site-link.tsx';
import { LogOutDialog } from './log-out-dialog.tsx';

export default function AccountEntries({ style, onFollow }: { style: string; onFollow: () => void }) {
  const { say } = useLanguage();
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <ApiProvider>
        <ConsoleEntry style={style} />
      </ApiProvider>
      <li className="border-b border-line">
        <SiteLink to="/profile" className={style} onClick={onFollow}>
          {say('Profile')}
        </SiteLink>
      </li>
      <li className="border-b border-line">
        <button type="button" className={`${style} w-full text-start`} onClick={() => setAsking(true)}>
          {say('Logout')}
        </button>
        <LogOutDialog isOpen={isAsking} onClose={() => setAsking(false)} />
      </li>
    </>
  );
}

/** Loads a new document, because the console has its own styles. */
function ConsoleEntry({ style }: { style: string }) {
  const { user } = useMe();
  const { say } = useLanguage();
  if (!user?.staffRole) return null;
  return (
    <li className="border-b border-line">
      <SiteLink to="/admin" reloadDocument className={style}>
        {say('Console')}
      </SiteLink>
    </li>
  );
}
