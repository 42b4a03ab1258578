/** A file that came by email has no list: its link opens it. */
import { useRoutes } from 'react-router';
import { NoSuchScreen } from '#web/features/admin/shell/no-screen.tsx';
import { FilePage } from './file-page.tsx';

export default function FilesArea() {
  return useRoutes([
    { path: ':id', element: <FilePage /> },
    { path: '*', element: <NoSuchScreen /> },
  ]);
}
