/** The operators' console: who may come in, what surrounds every screen, and the screens by their addresses. */
import '#web/without-eval.ts';
import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import { useLocation, useRoutes } from 'react-router';
import { ApiProvider } from '#web/session/api-provider.tsx';
import { areas, asides } from './areas.ts';
import { ConsoleFrame } from './shell/console-frame.tsx';
import { Guard } from './shell/guard.tsx';
import { NoSuchScreen, NotPermitted } from './shell/no-screen.tsx';
import { useStaff } from './shell/staff.ts';

const PostPreview = lazy(() => import('./content/post-preview.tsx'));
const previewPath = /^\/admin\/content\/posts\/([^/]+)\/preview$/;

type ConsoleProps = Record<'notFound' | 'notices' | 'waiting', ReactNode> & { Site: ComponentType<{ children: ReactNode }> };

/**
 * `notFound`: what a customer sees at these addresses. `notices`: what the shop says above every page. `waiting`: the empty frame. `Site`:
 * what surrounds a page of the shop, for a page that is looked at before visitors see it.
 */
export default function Console({ notFound, notices, waiting, Site }: ConsoleProps) {
  const [, previewedId] = previewPath.exec(useLocation().pathname) ?? [];
  return (
    <ApiProvider>
      <Guard notFound={notFound} waiting={waiting}>
        {previewedId === undefined ? (
          <ConsoleFrame notices={notices}>
            <Suspense fallback={null}>
              <Screens />
            </Suspense>
          </ConsoleFrame>
        ) : (
          <Suspense fallback={waiting}>
            <PostPreview id={previewedId} Site={Site} />
          </Suspense>
        )}
      </Guard>
    </ApiProvider>
  );
}

function Screens() {
  const { permissions } = useStaff();
  return useRoutes([
    ...[...areas, ...asides].map(({ path, title, permission, Page }) => ({
      path: path === '' ? '/' : `${path}/*`,
      element: permissions.includes(permission) ? <Page /> : <NotPermitted title={title} />,
    })),
    { path: '*', element: <NoSuchScreen /> },
  ]);
}
