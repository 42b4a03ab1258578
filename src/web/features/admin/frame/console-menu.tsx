/** The main menu: the areas that the role has permission for. */
import { Link, useLocation } from 'react-router';
import { site } from '#content/site.ts';
import type { Destination } from '#web/features/admin/shell/area.ts';
import { mainMenu, pathOf } from './areas.ts';
import { ConsoleIcon } from '#web/features/admin/shell/icons.tsx';
import { KeyHint } from '#web/features/admin/shell/key-hint.tsx';
import { useStaff } from '#web/features/admin/shell/staff.ts';

export const ConsoleName = () => (
  <Link to="/admin" className="flex min-w-0 items-baseline gap-2 rounded-sm py-1 lg:px-2.5">
    <span className="font-display text-lg font-semibold tracking-tight">{site.name}</span>
    <span className="text-xs text-muted max-sm:sr-only">Console</span>
  </Link>
);

export function ConsoleMenu({ onFollow }: { onFollow?: () => void }) {
  const { permissions } = useStaff();
  return (
    <ul className="grid gap-0.5">
      {mainMenu
        .filter(({ permission }) => permissions.includes(permission))
        .map((area) => (
          <li key={area.path}>
            <MenuLink area={area} onFollow={onFollow} />
          </li>
        ))}
    </ul>
  );
}

function MenuLink({ area, onFollow }: { area: Destination; onFollow: (() => void) | undefined }) {
  const { pathname } = useLocation();
  const path = pathOf(area);
  const isHere =
    area.path === '' ? /^\/admin\/?$/.test(pathname) : pathname === path || pathname.startsWith(`${path}/`);
  return (
    <Link
      to={path}
      aria-current={isHere ? 'page' : undefined}
      onClick={onFollow}
      className="group flex min-h-9 items-center gap-2.5 rounded-md px-2.5 font-medium text-muted hover:bg-surface hover:text-ink aria-[current]:bg-surface aria-[current]:text-ink max-lg:min-h-11 [&[aria-current]>svg]:text-accent"
    >
      <ConsoleIcon name={area.icon} />
      <span className="grow">{area.title}</span>
      <KeyHint
        keys={`g ${area.key}`}
        className="opacity-0 group-hover:opacity-100 group-focus-visible:opacity-100"
      />
    </Link>
  );
}
