/**
 * Notice that the connection is lost, hidden when it returns. Meanwhile links are blocked, because the
 * browser's offline page would replace this one.
 */
import { useSyncExternalStore } from 'react';
import { phrase } from '#kernel/language.ts';
import { useLanguage } from '#web/language.tsx';
import { Icon } from '#web/ui/icon.tsx';
import * as toasts from '#web/ui/toasts.ts';

/** The document and the window can be targets too and have no `closest`. */
const linkOf = (target: EventTarget | null) => (target as Element | null)?.closest?.('a');

/**
 * On hover or focus of a link the router preloads the page's script, and reloads the document if that fails.
 * Offline, these events are stopped.
 */
const reaches = ['mouseover', 'mouseout', 'focusin', 'touchstart'];

function blockWhileOffline(event: Event): void {
  const { target, relatedTarget } = event as MouseEvent;
  if (!navigator.onLine && (linkOf(target) || linkOf(relatedTarget))) event.stopPropagation();
}

let held: HTMLAnchorElement | undefined;

/**
 * Prevents the click but does not stop it, because other handlers may need it, such as one that closes a
 * menu. Browsers sometimes report a lost connection wrongly, so a second click on the same link goes through.
 */
function holdLink(event: Event): void {
  const link = linkOf(event.target);
  if (
    navigator.onLine ||
    !link ||
    link === held ||
    link.origin !== location.origin ||
    (link.hash && link.pathname === location.pathname)
  )
    return;
  held = link;
  event.preventDefault();
  toasts.error(phrase('You are offline. Press again to go anyway.'), 'offline');
}

/**
 * Some browsers report offline wrongly. Links are blocked only after an `offline` event was seen; then the
 * listeners stay.
 */
function holdLinks(): void {
  window.addEventListener('click', holdLink, true);
  for (const type of reaches) window.addEventListener(type, blockWhileOffline, true);
}

function subscribe(listener: () => void): () => void {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  window.addEventListener('offline', holdLinks);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
    window.removeEventListener('offline', holdLinks);
  };
}

/** `says`: the text for pages without a cart, such as the console. */
export function OfflineNotice({ says }: { says?: string }) {
  const { say } = useLanguage();
  const isOnline = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
  return (
    <div role="status" className="bg-warn-soft text-ink">
      {!isOnline && (
        <p className="page flex items-center gap-2 py-2 text-sm font-medium">
          <Icon name="alert" className="size-5 text-warn" />
          {says ??
            say(
              'You are offline. Your cart is safe on this device. We will continue when the connection is back.',
            )}
        </p>
      )}
    </div>
  );
}
