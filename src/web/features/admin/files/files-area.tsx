/** Emailed exports have no list; the link in the email opens one. */
import { useAreaRoutes } from '#web/features/admin/shell/area-routes.tsx';
import { FilePage } from './file-page.tsx';

export default function FilesArea() {
  return useAreaRoutes([{ path: ':id', element: <FilePage /> }]);
}
