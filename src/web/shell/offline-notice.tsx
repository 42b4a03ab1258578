/** Says when the connection is gone, and goes away when it is back. */
import { useSyncExternalStore } from 'react';
import { Icon } from '#web/ui/icon.tsx';

function subscribe(listener: () => void): () => void {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

export function OfflineNotice() {
  const isOnline = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
  return (
    <div role="status" className="bg-warn-soft text-ink">
      {!isOnline && (
        <p className="page flex items-center gap-2 py-2 text-sm font-medium">
          <Icon name="offline" className="size-5 text-warn" />
          You are offline. Your cart is safe on this device. We will continue when the connection is back.
        </p>
      )}
    </div>
  );
}
