/** System health: one screen, opened from the user menu. */
import { useRoutes } from 'react-router';
import { NoSuchScreen } from '#web/features/admin/shell/no-screen.tsx';
import { HealthPage } from './health-page.tsx';

export default function HealthArea() {
  return useRoutes([
    { path: '/', element: <HealthPage /> },
    { path: '*', element: <NoSuchScreen /> },
  ]);
}
