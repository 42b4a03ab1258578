/** Customers: the list and one customer. */
import { useRoutes } from 'react-router';
import { NoSuchScreen } from '#web/features/admin/shell/no-screen.tsx';
import { CustomerEditPage } from './customer-edit.tsx';
import { CustomerList } from './customer-list.tsx';
import { CustomerPage } from './customer-page.tsx';

export default function CustomersArea() {
  return useRoutes([
    { path: '/', element: <CustomerList /> },
    { path: ':id', element: <CustomerPage /> },
    { path: ':id/edit', element: <CustomerEditPage /> },
    { path: '*', element: <NoSuchScreen /> },
  ]);
}
