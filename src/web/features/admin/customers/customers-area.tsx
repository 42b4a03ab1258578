/** Customers: the list and one customer. */
import { useAreaRoutes } from '#web/features/admin/shell/area-routes.tsx';
import { CustomerEditPage } from './customer-edit.tsx';
import { CustomerList } from './customer-list.tsx';
import { CustomerPage } from './customer-page.tsx';

export default function CustomersArea() {
  return useAreaRoutes([
    { path: '/', element: <CustomerList /> },
    { path: ':id', element: <CustomerPage /> },
    { path: ':id/edit', element: <CustomerEditPage /> },
  ]);
}
