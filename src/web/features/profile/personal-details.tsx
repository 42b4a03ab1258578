/** The logged-in user's details, with buttons to edit and to log out. Unknown details are hidden. */
import { type ReactNode, useState } from 'react';
import { countryName } from '#kernel/countries.ts';
import { nameOfEmailLanguage } from '#kernel/email-language.ts';
import { LogOutDialog } from '#web/features/account/log-out-dialog.tsx';
import type { CurrentUser } from '#web/session/api.ts';
import { Button } from '#web/ui/button.tsx';
import { EditProfileDialog } from './edit-profile-dialog.tsx';

export function PersonalDetails({ user }: { user: CurrentUser }) {
  const [shown, setShown] = useState<'edit' | 'logout' | null>(null);
  const close = () => setShown(null);
  const address = [user.address, user.city, user.country && countryName(user.country)]
    .filter(Boolean)
    .join(', ');
  return (
    <div className="grid gap-6" data-print="no">
      <h1 tabIndex={-1} className="text-2xl wrap-anywhere">
        Welcome, {user.firstName}
      </h1>
      <dl className="grid gap-4 border-s-4 border-credit ps-5">
        <Fact term="Name">{[user.firstName, user.lastName].filter(Boolean).join(' ')}</Fact>
        <Fact term="Phone">{user.phone}</Fact>
        <Fact term="Email">{user.email}</Fact>
        <Fact term="Address">{address}</Fact>
        <Fact term="Language of our emails">{nameOfEmailLanguage(user.language)}</Fact>
      </dl>
      <div className="flex flex-wrap gap-3">
        <Button variant="secondary" onClick={() => setShown('edit')}>
          Edit Profile
        </Button>
        <Button variant="text" className="px-3" onClick={() => setShown('logout')}>
          Logout
        </Button>
      </div>
      <EditProfileDialog user={user} isOpen={shown === 'edit'} onClose={close} />
      <LogOutDialog isOpen={shown === 'logout'} onClose={close} />
    </div>
  );
}

const Fact = ({ term, children }: { term: string; children: ReactNode }) =>
  children ? (
    <div>
      <dt className="text-sm text-muted">{term}</dt>
      <dd className="font-medium wrap-anywhere">{children}</dd>
    </div>
  ) : null;
