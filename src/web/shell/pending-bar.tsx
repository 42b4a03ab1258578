/**
 * A thin progress bar at the top while the next page loads. It appears with a delay, so fast pages do not
 * flash.
 */
import { useEffect, useState } from 'react';
import { useNavigation } from 'react-router';
import { useLanguage } from '#web/language.tsx';

const quickMs = 150;

export function PendingBar() {
  const isPending = useNavigation().state !== 'idle';
  const [isLate, setLate] = useState(false);
  const { say } = useLanguage();
  useEffect(() => {
    if (!isPending) return setLate(false);
    const timer = setTimeout(() => setLate(true), quickMs);
    return () => clearTimeout(timer);
  }, [isPending]);
  return (
    <div role="status" className="pointer-events-none fixed inset-x-0 top-0 z-50 h-1 overflow-hidden">
      {isLate && (
        <>
          <span className="sr-only">{say('Loading the page')}</span>
          <span aria-hidden="true" className="block h-full w-2/5 animate-travel bg-accent" />
        </>
      )}
    </div>
  );
}
