/**
 * The frame around every console screen: the menu with the areas of the role, the search, the user menu, and
 * global dialogs. A sidebar if there is room, a top bar on a phone.
 */
import { setupListeners } from '@reduxjs/toolkit/query/react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { PartBoundary } from '#web/features/admin/shell/loaded.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { ToastRegion } from '#web/ui/toast-region.tsx';
import { BulkRegion } from '#web/features/admin/bulk/bulk-region.tsx';
import { destinations, pathOf } from './areas.ts';
import { ConsoleMenu, ConsoleName } from './console-menu.tsx';
import { FreshFactorDialog } from './fresh-factor-dialog.tsx';
import { HelpSheet } from './help-sheet.tsx';
import { ConsoleIcon } from '#web/features/admin/shell/icons.tsx';
import { onKeyDown } from '#web/features/admin/shell/keys.ts';
import { Palette } from './palette.tsx';
import { PersonMenu } from './person-menu.tsx';
import { SearchButton } from './search-button.tsx';
import { apiStore } from '#web/session/api.ts';
import { useStaff } from '#web/features/admin/shell/staff.ts';
import { useKeys } from '#web/features/admin/shell/use-keys.ts';

type Opened = 'search' | 'help' | 'started';

export function ConsoleFrame({ notices, children }: { notices: ReactNode; children: ReactNode }) {
  const [open, setOpen] = useState<Opened | null>(null);
  /** A dialog reports its closing after an animation. By then another one may be open. */
  const close = (ended: Opened) => () => setOpen((now) => (now === ended ? null : now));
  const { pathname } = useLocation();
  useConsoleKeys(setOpen);
  // Enables `skipPollingIfUnfocused`, which pauses polling while the tab is hidden.
  useEffect(() => setupListeners(apiStore.dispatch), []);
  return (
    <div className="flex grow flex-col text-sm lg:flex-row">
      <a
        href="#content"
        className="fixed start-4 top-3 z-50 -translate-y-24 rounded-full bg-ink px-5 py-3 font-semibold text-paper focus:translate-y-0"
      >
        Skip to content
      </a>
      <header className="sticky top-0 z-30 flex h-14 items-center gap-2 border-line bg-sunk px-4 max-lg:border-b lg:h-dvh lg:w-56 lg:shrink-0 lg:flex-col lg:items-stretch lg:gap-5 lg:border-e lg:px-3 lg:py-4">
        <SmallMenu />
        <ConsoleName />
        <SearchButton onPress={() => setOpen('search')} />
        <nav aria-label="Console" className="max-lg:hidden">
          <ConsoleMenu />
        </nav>
        <div className="lg:mt-auto">
          <PersonMenu onHelp={() => setOpen('help')} onStarted={() => setOpen('started')} />
        </div>
      </header>
      <div className="flex min-w-0 grow flex-col">
        {notices}
        <main
          id="content"
          tabIndex={-1}
          className="w-full max-w-page grow px-4 py-6 outline-none sm:px-6 lg:px-8"
        >
          <PartBoundary key={pathname} what="This screen" name={<h1 className="sr-only">This screen</h1>}>
            {children}
          </PartBoundary>
        </main>
      </div>
      <Palette isOpen={open === 'search'} onClose={close('search')} />
      <HelpSheet isOpen={open === 'help'} onClose={close('help')} />
      <FreshFactorDialog />
      <BulkRegion isListOpen={open === 'started'} onCloseList={close('started')} />
      <ToastRegion />
    </div>
  );
}

function useConsoleKeys(setOpen: (open: Opened) => void): void {
  const navigate = useNavigate();
  const { permissions } = useStaff();
  useEffect(() => {
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
  const go = destinations
    .filter(({ permission }) => permissions.includes(permission))
    .map((area) => ({
      keys: area.keys,
      says: area.title,
      group: 'Go to' as const,
      run: () => void navigate(pathOf(area)),
    }));
  const search = () => setOpen('search');
  useKeys([
    { keys: '/', says: 'Search', group: 'Anywhere', run: search },
    { keys: 'Mod+k', says: 'Search, also while typing', group: 'Anywhere', inFields: true, run: search },
    { keys: '?', says: 'Show keyboard shortcuts', group: 'Anywhere', run: () => setOpen('help') },
    ...go,
  ]);
}

/** The menu on small screens. It covers the page and closes on navigation. */
function SmallMenu() {
  const menu = useRef<HTMLDialogElement>(null);
  const { key } = useLocation();
  const close = () => menu.current?.close();
  // biome-ignore lint/correctness/useExhaustiveDependencies: navigation is the trigger; the path is not read.
  useEffect(close, [key]);
  return (
    <div className="lg:hidden">
      <button
        type="button"
        aria-haspopup="dialog"
        className="-ms-2 grid size-11 place-items-center rounded-full hover:bg-surface"
        onClick={() => menu.current?.showModal()}
      >
        <Icon name="menu" className="size-5" />
        <span className="sr-only">Menu</span>
      </button>
      <dialog
        ref={menu}
        aria-label="Menu"
        className="m-0 h-dvh max-h-none w-72 max-w-none border-e border-line bg-sunk p-4 text-ink shadow-lift"
      >
        <div className="mb-4 flex items-center justify-between">
          <ConsoleName />
          <button
            type="button"
            className="-me-1 grid size-11 place-items-center rounded-full hover:bg-surface"
            onClick={close}
          >
            <Icon name="close" className="size-5" />
            <span className="sr-only">Close menu</span>
          </button>
        </div>
        <nav aria-label="Console">
          <ConsoleMenu onFollow={close} />
        </nav>
        <p className="mt-6 flex items-center gap-2 border-t border-line pt-4 text-xs text-muted">
          <ConsoleIcon name="external" className="size-4" />
          <a href="/products" className="underline underline-offset-4 hover:text-accent">
            Open shop
          </a>
        </p>
      </dialog>
    </div>
  );
}
