/** The operators' console: who may come in, what surrounds every screen, and the screens by their addresses. */
import '#web/without-eval.ts';
import { type ReactNode, Suspense } from 'react';
import { useRoutes } from 'react-router';
import { ApiProvider } from '#web/session/api-provider.tsx';
import { areas, asides } from './areas.ts';
import { ConsoleFrame } from './shell/console-frame.tsx';
import { Guard } from './shell/guard.tsx';
import { NoSuchScreen, NotPermitted } from './shell/no-screen.tsx';
import { useStaff } from './shell/staff.ts';

/** `notFound`: what a customer sees at these addresses. `notices`: what the shop says above every page. `waiting`: the empty frame. */
export default function Console({ notFound, notices, waiting }: Record<'notFound' | 'notices' | 'waiting', ReactNode>) {
  return (
    <ApiProvider>
      <Guard notFound={notFound} waiting={waiting}>
        <ConsoleFrame notices={notices}>
          <Suspense fallback={null}>
            <Screens />
          </Suspense>
        </ConsoleFrame>
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
