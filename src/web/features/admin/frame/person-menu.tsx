/** The user menu: name, role, links, and Log out. */
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { staffRoleNames } from '#kernel/permissions.ts';
import { LogOutDialog } from '#web/features/account/log-out-dialog.tsx';
import { ActMenu } from '#web/features/admin/act/act-menu.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { ConsoleIcon } from '#web/features/admin/shell/icons.tsx';
import { useStaff } from '#web/features/admin/shell/staff.ts';
import { pathOf, userMenu } from './areas.ts';

export function PersonMenu({ onHelp, onStarted }: { onHelp: () => void; onStarted: () => void }) {
  const { firstName, role, permissions } = useStaff();
  const navigate = useNavigate();
  const [isLeaving, setLeaving] = useState(false);
  return (
    <>
      <ActMenu
        label="Your menu"
        align="start"
        className="flex items-center gap-2.5 rounded-md text-start hover:bg-surface data-popup-open:bg-surface max-lg:size-11 max-lg:justify-center max-lg:rounded-full lg:min-h-12 lg:w-full lg:px-2.5"
        trigger={
          <>
            <span
              aria-hidden="true"
              className="grid size-8 shrink-0 place-items-center rounded-full bg-credit-soft font-semibold text-ink"
            >
              {firstName.charAt(0)}
            </span>
            <span className="min-w-0 grow leading-tight max-lg:sr-only">
              <span className="block truncate font-medium">{firstName}</span>
              <span className="block text-xs text-muted">{staffRoleNames[role]}</span>
            </span>
            <Icon name="chevron" className="size-4 rotate-180 text-muted max-lg:hidden" />
          </>
        }
        acts={[
          ...userMenu
            .filter(({ permission }) => permissions.includes(permission))
            .map((area) => ({
              label: area.title,
              ...(area.key === undefined ? {} : { keys: `g ${area.key}` }),
              icon: <ConsoleIcon name={area.icon} />,
              run: () => void navigate(pathOf(area)),
            })),
          { label: 'Keyboard shortcuts', keys: '?', icon: <ConsoleIcon name="keyboard" />, run: onHelp },
          { label: 'Today’s bulk actions', icon: <ConsoleIcon name="orders" />, run: onStarted },
          { label: 'Open shop', icon: <ConsoleIcon name="external" />, href: '/products' },
          { label: 'Your profile', icon: <ConsoleIcon name="person" />, href: '/profile' },
          'line',
          { label: 'Log out', icon: <ConsoleIcon name="out" />, run: () => setLeaving(true) },
        ]}
      />
      <LogOutDialog isOpen={isLeaving} onClose={() => setLeaving(false)} />
    </>
  );
}
