/** Emailed exports have no list; the link in the email opens one. */
import { useAreaRoutes } from '#web/features/admin/shell/area-routes.tsx';
import { files } from './area.ts';
import { FilePage } from './file-page.tsx';

export default function FilesArea() {
  return useAreaRoutes(files, [{ path: ':id', element: <FilePage /> }]);
}
