/** Hydrates the server-rendered page in the browser. */
import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { readSettings, SettingsContext } from '#web/use-settings.ts';

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <SettingsContext value={readSettings()}>
        <HydratedRouter />
      </SettingsContext>
    </StrictMode>,
  );
});

/**
 * Browsers fetch the manifest as soon as they find it and would delay the first paint. It is of no use before
 * the page's script runs.
 */
const manifest = document.createElement('link');
manifest.rel = 'manifest';
manifest.href = '/site.webmanifest';
document.head.append(manifest);
