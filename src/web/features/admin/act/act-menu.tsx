/** A menu of acts behind a button. Base UI's: arrows move, letters find, Escape gives the focus back. */
import { Menu } from '@base-ui/react/menu';
import type { ReactNode } from 'react';
import { KeyHint } from '#web/features/admin/shell/key-hint.tsx';

export type MenuAct = {
  label: string;
  /** The key that does the same while the screen is open. */
  keys?: string;
  icon?: ReactNode;
  isDangerous?: boolean;
  /** Why it cannot be done now; said in place of doing it. */
  hindrance?: string | null;
  run?: () => void;
  href?: string;
};

const itemStyle =
  'flex min-h-9 cursor-default items-center gap-3 rounded-sm px-2.5 py-1.5 outline-none select-none data-disabled:text-muted data-highlighted:bg-sunk';

type ActMenuProps = { trigger: ReactNode; label: string; acts: (MenuAct | 'line')[]; className: string; align?: 'start' | 'end' };

export const ActMenu = ({ trigger, label, acts, className, align = 'end' }: ActMenuProps) => (
  <Menu.Root>
    <Menu.Trigger className={className}>
      {trigger}
      <span className="sr-only">{label}</span>
    </Menu.Trigger>
    <Menu.Portal>
      <Menu.Positioner sideOffset={6} align={align} className="z-40 outline-none">
        <Menu.Popup className="max-w-72 min-w-52 rounded-md border border-line bg-surface p-1 text-sm text-ink shadow-lift outline-none">
          {acts.map((act, place) =>
            act === 'line' ? (
              // biome-ignore lint/suspicious/noArrayIndexKey: a line has nothing else than its place.
              <Menu.Separator key={place} className="my-1 border-t border-line" />
            ) : (
              <Item key={act.label} act={act} />
            ),
          )}
        </Menu.Popup>
      </Menu.Positioner>
    </Menu.Portal>
  </Menu.Root>
);

function Item({ act }: { act: MenuAct }) {
  const inside = (
    <>
      {act.icon}
      <span className="min-w-0 grow">
        <span className={act.isDangerous ? 'text-danger' : ''}>{act.label}</span>
        {act.hindrance && <span className="block text-xs">{act.hindrance}</span>}
      </span>
      {act.keys && <KeyHint keys={act.keys} className="text-muted" />}
    </>
  );
  if (act.href !== undefined)
    return (
      <Menu.LinkItem href={act.href} className={itemStyle}>
        {inside}
      </Menu.LinkItem>
    );
  return (
    <Menu.Item className={itemStyle} disabled={Boolean(act.hindrance)} onClick={act.run}>
      {inside}
    </Menu.Item>
  );
}
