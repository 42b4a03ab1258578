/**
 * Shows the browser's own confirmation before the document is left with unsaved input: by a language link, or
 * by closing the tab.
 */
import { useEffect } from 'react';

export function useAskBeforeUnload(isUnsaved: boolean): void {
  useEffect(() => {
    if (!isUnsaved) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isUnsaved]);
}
