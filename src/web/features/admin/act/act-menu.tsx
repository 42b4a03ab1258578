/**
 * A menu of actions: a button that opens a popover with one button or link per action. Tab and the arrow keys
 * move through it.
 */
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { KeyHint } from '#web/features/admin/shell/key-hint.tsx';
import { SmallWindow } from './small-window.tsx';

export type MenuAct = {
  label: string;
  /** Keyboard shortcut for the action while the screen is open. */
  keys?: string;
  icon?: ReactNode;
  isDangerous?: boolean;
  /** Why the action is unavailable; shown instead of running it. */
  hindrance?: string | null;
  run?: () => void;
  href?: string;
};

const itemStyle =
  'flex min-h-9 w-full items-center gap-3 rounded-sm px-2.5 py-1.5 text-start hover:bg-sunk focus-visible:bg-sunk focus-visible:-outline-offset-2 disabled:text-muted max-sm:min-h-11';

type ActMenuProps = {
  trigger: ReactNode;
  label: string;
  acts: (MenuAct | 'line')[];
  className: string;
  align?: 'start' | 'end';
};

export function ActMenu({ trigger, label, acts, className, align = 'end' }: ActMenuProps) {
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        ref={button}
        type="button"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        className={className}
        onClick={() => setOpen(true)}
      >
        {trigger}
        <span className="sr-only">{label}</span>
      </button>
      <SmallWindow title={label} isOpen={isOpen} onClose={() => setOpen(false)} beside={button} align={align}>
        <ul className="p-1" onKeyDown={moveByArrows}>
          {acts.map((act, place) =>
            act === 'line' ? (
              // biome-ignore lint/suspicious/noArrayIndexKey: a line has no identity besides its position.
              <li key={place} aria-hidden="true" className="my-1 border-t border-line" />
            ) : (
              <li key={act.label}>
                <Item act={act} onChosen={() => setOpen(false)} />
              </li>
            ),
          )}
        </ul>
      </SmallWindow>
    </>
  );
}

function moveByArrows(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined) return;
  event.preventDefault();
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('button:enabled, a')];
  const at = items.indexOf(document.activeElement as HTMLElement);
  items[(at + step + items.length) % items.length]?.focus();
}

function Item({ act, onChosen }: { act: MenuAct; onChosen: () => void }) {
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
      <a href={act.href} className={itemStyle}>
        {inside}
      </a>
    );
  const choose = () => {
    onChosen();
    act.run?.();
  };
  return (
    <button type="button" className={itemStyle} disabled={Boolean(act.hindrance)} onClick={choose}>
      {inside}
    </button>
  );
}
