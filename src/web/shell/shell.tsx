/**
 * The shell around every page, including the not-found and error pages. The operators' console has its own.
 */
import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { isConsolePath } from '#contract/pages.ts';
import { useLanguage } from '#web/language.tsx';
import { ToastRegion } from '#web/ui/toast-region.tsx';
import { OfflineNotice } from './offline-notice.tsx';
import { PendingBar } from './pending-bar.tsx';
import { SiteFooter } from './site-footer.tsx';
import { SiteHeader } from './site-header.tsx';
import { TranslationNotice } from './translation-notice.tsx';
import { usePageChanges } from './use-page-changes.ts';

export const Shell = ({ children }: { children: ReactNode }) =>
  isConsolePath(useLocation().pathname) ? children : <SiteShell>{children}</SiteShell>;

export function SiteShell({ children }: { children: ReactNode }) {
  usePageChanges();
  const { say } = useLanguage();
  return (
    <>
      <a
        href="#content"
        className="fixed start-4 top-3 z-50 -translate-y-24 rounded-full bg-ink px-5 py-3 font-semibold text-paper focus:translate-y-0"
      >
        {say('Skip to content')}
      </a>
      <PendingBar />
      <SiteHeader />
      <OfflineNotice />
      <TranslationNotice />
      <main id="content" tabIndex={-1} className="grow">
        {children}
      </main>
      <SiteFooter />
      <ToastRegion />
    </>
  );
}
