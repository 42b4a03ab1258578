/** Starts React in the browser on the page that the server has already drawn. */
import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
  );
});

/** Browsers ask for it as soon as they read of it, on the line that the first paint needs, and nobody installs a page that is not alive. */
const manifest = document.createElement('link');
manifest.rel = 'manifest';
manifest.href = '/site.webmanifest';
document.head.append(manifest);
