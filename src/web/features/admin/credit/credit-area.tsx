/** Credit: applications, accounts, and the aging report. */
import { useAreaRoutes } from '#web/features/admin/shell/area-routes.tsx';
import { AccountList } from './account-list.tsx';
import { AccountPage } from './account-page.tsx';
import { AgingPage } from './aging-page.tsx';
import { ApplicationList } from './application-list.tsx';
import { ApplicationPage } from './application-page.tsx';

export default function CreditArea() {
  return useAreaRoutes([
    { path: '/', title: 'Applications', element: <ApplicationList /> },
    { path: 'accounts', title: 'Accounts', element: <AccountList /> },
    { path: 'accounts/:id', element: <AccountPage /> },
    { path: 'past-due', title: 'Past due', element: <AgingPage /> },
    { path: ':id', element: <ApplicationPage /> },
  ]);
}
