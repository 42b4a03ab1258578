/** Emailed exports have no list; the link in the email opens one. */
import { useRoutes } from 'react-router';
import { NoSuchScreen } from '#web/features/admin/shell/no-screen.tsx';
import { FilePage } from './file-page.tsx';

export default function FilesArea() {
  return useRoutes([
    { path: ':id', element: <FilePage /> },
    { path: '*', element: <NoSuchScreen /> },
  ]);
}
