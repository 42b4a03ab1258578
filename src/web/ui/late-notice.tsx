/**
 * Appears after 10 s if the expected content has not loaded. The delay is CSS, because the script may be what
 * failed to load.
 */
import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { useLanguage, withNodes } from '#web/language.tsx';
import { Notice } from './notice.tsx';

export function LateNotice({ children }: { children: ReactNode }) {
  const { say, sayWith } = useLanguage();
  const { pathname, search } = useLocation();
  return (
    <div className="fixed inset-x-4 bottom-4 z-30 mx-auto max-w-line animate-[late_200ms_10s_backwards] shadow-lift noscript:hidden">
      <Notice tone="warn" title={say('This is taking longer than usual')}>
        <p>
          {children}{' '}
          {withNodes(
            sayWith('Check your connection and {link}.', {
              link: (
                <a href={`${pathname}${search}`} className="underline underline-offset-4">
                  {say('reload the page')}
                </a>
              ),
            }),
          )}
        </p>
      </Notice>
    </div>
  );
}
