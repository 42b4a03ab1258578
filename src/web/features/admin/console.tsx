/** The staff console: access, the frame around every screen, and the routes. */
import '#web/without-eval.ts';
import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import { useLocation, useRoutes } from 'react-router';
import { ApiProvider } from '#web/session/api-provider.tsx';
import { areas } from './frame/areas.ts';
import { ConsoleFrame } from './frame/console-frame.tsx';
import { AreaContext } from './shell/area-routes.tsx';
import { Guard } from './shell/guard.tsx';
import { NoSuchScreen, NotPermitted } from './shell/no-screen.tsx';
import { useStaff } from './shell/staff.ts';

const PostPreview = lazy(() => import('./content/post-preview.tsx'));
const previewPath = /^\/admin\/content\/posts\/([^/]+)\/preview$/;

type ConsoleProps = Record<'notFound' | 'notices' | 'waiting', ReactNode> & {
  Site: ComponentType<{ children: ReactNode }>;
};

/**
 * `notFound`: the shop's 404 page, shown to customers. `notices`: the shop's banners above every page.
 * `waiting`: the empty frame. `Site`: the shop's frame, used for page previews.
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
    ...areas.map(({ path, title, permission, Page }) => ({
      path: path === '' ? '/' : `${path}/*`,
      element: permissions.includes(permission) ? (
        <AreaContext value={{ path, title }}>
          <Page />
        </AreaContext>
      ) : (
        <NotPermitted title={title} />
      ),
    })),
    { path: '*', element: <NoSuchScreen /> },
  ]);
}
