/** Email texts: all kinds of email, and the texts of each. */
import { useRoutes } from 'react-router';
import { NoSuchScreen } from '#web/features/admin/shell/no-screen.tsx';
import { EmailKindList } from './email-kind-list.tsx';
import { EmailTextsPage } from './email-texts-page.tsx';

export default function EmailTextsArea() {
  return useRoutes([
    { path: '/', element: <EmailKindList /> },
    { path: ':kind', element: <EmailTextsPage /> },
    { path: '*', element: <NoSuchScreen /> },
  ]);
}
