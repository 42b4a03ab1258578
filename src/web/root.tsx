/**
 * The document around every page, and what is shown when a page fails.
 * The shell is part of the document, so that the not-found and the error page keep their header and footer.
 */
import type { ReactNode } from 'react';
import { Links, Outlet, Scripts, ScrollRestoration, useRouteError } from 'react-router';
import { ServerHead } from '#web/document/head-for-others.tsx';
import { PageHeadTags } from '#web/document/page-head.tsx';
import { LanguageProvider, usePageLanguage } from '#web/language.tsx';
import { CartProvider } from '#web/features/cart/cart-provider.tsx';
import { Shell } from '#web/shell/shell.tsx';
import { FailedPage } from '#web/shell/troubled-page.tsx';
import textFont from './styles/fonts/instrument-sans-english.woff2?url';
import displayFont from './styles/fonts/bricolage-grotesque-english.woff2?url';
import styles from './styles/app.css?url';

const preloadFont = (href: string) => ({ rel: 'preload', href, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' }) as const;

export const links = () => [
  preloadFont(textFont),
  preloadFont(displayFont),
  { rel: 'icon', href: '/favicon.ico', sizes: '32x32' },
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
  { rel: 'apple-touch-icon', href: '/apple-touch-icon.png' },
];

const isInBrowser = typeof document !== 'undefined';

export function Layout({ children }: { children: ReactNode }) {
  const hasFailed = Boolean(useRouteError());
  const language = usePageLanguage();
  return (
    <LanguageProvider language={language}>
      {/* A script in the head may have set an attribute before React comes (see early-page.ts). */}
      <html lang={language.code} dir={language.direction === 'rtl' ? 'rtl' : undefined} suppressHydrationWarning>
        <head>
          <meta charSet="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <meta name="color-scheme" content="light dark" />
          <meta name="theme-color" media="(prefers-color-scheme: light)" content="#fbf7ee" />
          <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#0b1f23" />
          <PageHeadTags />
          {/* By its address, and not as something that scripts bring along: a script would load the styles again. With a precedence React names it ahead of all scripts. */}
          <link rel="stylesheet" href={styles} precedence="shop" />
          {/* Styles come from our own origin and need no nonce; browsers hide one from hydration, which would then complain. */}
          <Links nonce="" />
          {/* The browser keeps what the server has written here; its own half of the build leaves all of it out. */}
          {import.meta.env.SSR && <ServerHead />}
        </head>
        <body>
          {hasFailed ? (
            // What surrounds the pages may be what failed.
            <main className="grow">{children}</main>
          ) : (
            <CartProvider>
              <Shell>{children}</Shell>
            </CartProvider>
          )}
          {/* A browser that draws the document anew has run the scripts, and our policy forbids it to make new ones. */}
          {!(hasFailed && isInBrowser) && (
            <>
              <ScrollRestoration />
              <Scripts />
            </>
          )}
        </body>
      </html>
    </LanguageProvider>
  );
}

export default function Root() {
  return <Outlet />;
}

/** Only for a failure of the document itself; pages are caught by `routes/any-page.tsx`. */
export const ErrorBoundary = FailedPage;
