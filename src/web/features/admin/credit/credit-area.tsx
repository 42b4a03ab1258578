/** Credit: applications, accounts, and the aging report. */
import { useRoutes } from 'react-router';
import { NoSuchScreen } from '#web/features/admin/shell/no-screen.tsx';
import { AccountList } from './account-list.tsx';
import { AccountPage } from './account-page.tsx';
import { AgingPage } from './aging-page.tsx';
import { ApplicationList } from './application-list.tsx';
import { ApplicationPage } from './application-page.tsx';

export default function CreditArea() {
  return useRoutes([
    { path: '/', element: <ApplicationList /> },
    { path: 'accounts', element: <AccountList /> },
    { path: 'accounts/:id', element: <AccountPage /> },
    { path: 'past-due', element: <AgingPage /> },
    { path: ':id', element: <ApplicationPage /> },
    { path: '*', element: <NoSuchScreen /> },
  ]);
}
