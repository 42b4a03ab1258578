/** System health: one screen, opened from the user menu. */
import { useAreaRoutes } from '#web/features/admin/shell/area-routes.tsx';
import { HealthPage } from './health/health-page.tsx';
import { settingsLinks } from './settings-links.ts';

export default function HealthArea() {
  return useAreaRoutes([{ path: '/', title: 'Health', element: <HealthPage /> }], settingsLinks);
}
