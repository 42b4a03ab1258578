/**
 * The document around every page, and the error page. The shell is part of the document, so the not-found and
 * error pages have header and footer.
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

const preloadFont = (href: string) =>
  ({ rel: 'preload', href, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' }) as const;

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
      {/* A script in the head may have set an attribute before hydration (see early-page.ts). */}
      <html
        lang={language.code}
        dir={language.direction === 'rtl' ? 'rtl' : undefined}
        suppressHydrationWarning
      >
        <head>
          <meta charSet="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <meta name="color-scheme" content="light dark" />
          <meta name="theme-color" media="(prefers-color-scheme: light)" content="#fbf7ee" />
          <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#0b1f23" />
          <PageHeadTags />
          {/* Linked by address instead of imported: a script would load the styles again. With a precedence React puts it before all
              scripts. */}
          <link rel="stylesheet" href={styles} precedence="shop" />
          {/* Styles come from our own origin and need no nonce. Browsers hide nonces from scripts, so hydration would report a
              mismatch. */}
          <Links nonce="" />
          {/* The browser keeps the server's markup. The client build omits this code. */}
          {import.meta.env.SSR && <ServerHead />}
        </head>
        <body>
          {hasFailed ? (
            // The shell itself may be what failed.
            <main className="grow">{children}</main>
          ) : (
            <CartProvider>
              <Shell>{children}</Shell>
            </CartProvider>
          )}
          {/* If the browser rendered the document, the scripts already ran, and our content security policy forbids inserting new ones. */}
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

/** Only for a failure of the document itself; `routes/any-page.tsx` catches page errors. */
export const ErrorBoundary = FailedPage;
