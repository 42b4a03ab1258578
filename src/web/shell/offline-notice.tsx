/**
 * Says when the connection is gone, and goes away when it is back. Meanwhile no link takes the page away: the browser's own page about a lost
 * line would stand in its place.
 */
import { useSyncExternalStore } from 'react';
import { phrase } from '#kernel/language.ts';
import { useLanguage } from '#web/language.tsx';
import { Icon } from '#web/ui/icon.tsx';
import * as toasts from '#web/ui/toasts.ts';

/** The document and the window can be targets too, and are in no link. */
const linkOf = (target: EventTarget | null) => (target as Element | null)?.closest?.('a');

/** The router loads a page's script when its link is only reached, and the document anew when that fails: it must not hear of it. */
const reaches = ['mouseover', 'mouseout', 'focusin', 'touchstart'];

function holdReach(event: Event): void {
  const { target, relatedTarget } = event as MouseEvent;
  if (!navigator.onLine && (linkOf(target) || linkOf(relatedTarget))) event.stopPropagation();
}

let held: HTMLAnchorElement | undefined;

/**
 * Only prevented, and not stopped: who hears the click may have more to do, such as closing a menu. Browsers err about the line now and
 * then, so whoever presses the same link again goes.
 */
function holdLink(event: Event): void {
  const link = linkOf(event.target);
  if (navigator.onLine || !link || link === held || link.origin !== location.origin || (link.hash && link.pathname === location.pathname))
    return;
  held = link;
  event.preventDefault();
  toasts.error(phrase('You are offline. Press again to go anyway.'), 'offline');
}

/** Some browsers take a line for lost that is not. Where it has not been seen to go, links are left alone. Once there, the listeners stay. */
function holdLinks(): void {
  window.addEventListener('click', holdLink, true);
  for (const type of reaches) window.addEventListener(type, holdReach, true);
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

/** `says`: the sentence of a page without a cart, such as the console. */
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
          {says ?? say('You are offline. Your cart is safe on this device. We will continue when the connection is back.')}
        </p>
      )}
    </div>
  );
}
