/**
 * The account menu in the header: the first name, with links to the profile and logout. A disclosure, not an
 * ARIA menu: Tab moves through it, Escape closes it and returns the focus.
 */
import { type FocusEvent, type RefObject, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { plainPath } from '#kernel/page-languages.ts';
import { useCart, useCartStore } from '#web/features/cart/use-cart.ts';
import type { Language } from '#kernel/language.ts';
import { useLanguage } from '#web/language.tsx';
import { ApiProvider } from '#web/session/api-provider.tsx';
import type { CurrentUser } from '#web/session/api.ts';
import { useSession } from '#web/session/use-session.ts';
import { useMe } from '#web/session/use-me.ts';
import { accountView } from './account-view.ts';
import { Icon } from '#web/ui/icon.tsx';
import { SiteLink } from '#web/ui/site-link.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { LogOutDialog } from '#web/features/account/log-out-dialog.tsx';

export default function AccountMenu() {
  return (
    <ApiProvider>
      <Disclosure />
    </ApiProvider>
  );
}

const entryStyle = 'block w-full rounded-sm px-3 py-2.5 text-start font-medium hover:bg-sunk';

/** Checkout and the pages after it manage the cart themselves. */
const hasOwnCart = (path: string): boolean => /^\/(?:checkout|payment)/.test(plainPath(path));

/** Restores once, when the user loads: products that are removed later must not come back. */
function usePendingCart(user: CurrentUser | undefined): void {
  const store = useCartStore();
  const { isLoaded } = useCart();
  const { pathname } = useLocation();
  const session = useSession();
  const isActing = session.kind === 'person' && session.actingAs !== null;
  const restoredFor = useRef<CurrentUser>(undefined);
  useEffect(() => {
    if (!isLoaded || user === undefined || restoredFor.current === user || isActing || hasOwnCart(pathname))
      return;
    restoredFor.current = user;
    if (user.cart !== null || store.read().cartId !== null)
      void import('#web/features/checkout/cart-sync/restore-pending.ts')
        .then(({ restorePending }) => restorePending(store, user))
        .catch(() => undefined);
  }, [user, isLoaded, isActing, pathname, store]);
}

/**
 * Calls back on a click elsewhere, or Escape, while the menu is open. Safari does not focus a clicked button,
 * so focus events alone are not enough.
 */
function useLeaving(
  isOpen: boolean,
  place: RefObject<HTMLElement | null>,
  onLeave: (isByKey: boolean) => void,
): void {
  const leave = useEffectEvent(onLeave);
  useEffect(() => {
    if (!isOpen) return;
    const onPointerDown = ({ target }: PointerEvent) => {
      if (!place.current?.contains(target as Node)) leave(false);
    };
    const onKeyDown = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') leave(true);
    };
    document.addEventListener('pointerdown', onPointerDown);
    document.addEventListener('keydown', onKeyDown);
    return () => {
      document.removeEventListener('pointerdown', onPointerDown);
      document.removeEventListener('keydown', onKeyDown);
    };
  }, [isOpen, place]);
}

function Disclosure() {
  const { user, isLoading } = useMe();
  usePendingCart(user);
  const [isOpen, setOpen] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const listId = useId();
  const { key: pageKey } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: navigation is the trigger; the path is not read.
  useEffect(() => setOpen(false), [pageKey]);
  /**
   * The menu closes first: the dialog returns the focus to the element that had it, which must still exist.
   */
  const askToLeave = () => {
    setOpen(false);
    button.current?.focus();
    setAsking(true);
  };
  useLeaving(isOpen, place, (isByKey) => {
    setOpen(false);
    if (isByKey) button.current?.focus();
  });
  const language = useLanguage();
  const { say } = language;
  const name = nameOn(user, language);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the handlers only track the focus.
    <div ref={place} className="relative" onBlur={(event) => isLeft(event) && setOpen(false)}>
      <button
        ref={button}
        type="button"
        aria-expanded={isOpen}
        aria-controls={listId}
        title={name}
        className={`${accountView} border-ink hover:bg-ink hover:text-paper`}
        onClick={() => setOpen(!isOpen)}
      >
        {isLoading ? (
          <>
            <Spinner />
            <span className="sr-only">{say('Loading your name')}</span>
          </>
        ) : (
          <>
            <span className="min-w-0 truncate">{name}</span>
            <Icon name="chevron" className={`size-4 max-sm:hidden ${isOpen ? 'rotate-180' : ''}`} />
          </>
        )}
      </button>
      <ul
        id={listId}
        hidden={!isOpen}
        className="absolute end-0 top-full mt-2 w-44 animate-arrive rounded-md border border-line bg-surface p-1.5 shadow-lift"
      >
        {user?.staffRole && <ConsoleEntry {...language} />}
        <li>
          <SiteLink to="/profile" className={entryStyle}>
            {say('Profile')}
          </SiteLink>
        </li>
        <li>
          <button type="button" className={entryStyle} onClick={askToLeave}>
            {say('Logout')}
          </button>
        </li>
      </ul>
      <LogOutDialog isOpen={isAsking} onClose={() => setAsking(false)} />
    </div>
  );
}

const isLeft = ({ currentTarget, relatedTarget }: FocusEvent): boolean =>
  relatedTarget !== null && !currentTarget.contains(relatedTarget);

/** Without the name the menu still works: logging out must be possible without a connection. */
const nameOn = (user: CurrentUser | undefined, { say }: Language): string =>
  user?.firstName ?? say('Account');

/** Loads a new document, because the console has its own styles. */
const ConsoleEntry = ({ say }: Language) => (
  <li>
    <SiteLink to="/admin" reloadDocument className={entryStyle}>
      {say('Console')}
    </SiteLink>
  </li>
);
