/** Orders: the list, and one order with its history. */
import { useRoutes } from 'react-router';
import { NoSuchScreen } from '#web/features/admin/shell/no-screen.tsx';
import { NewOrderPage } from './new-order.tsx';
import { OrderList } from './order-list.tsx';
import { OrderPage } from './order-page.tsx';

export default function OrdersArea() {
  return useRoutes([
    { path: '/', element: <OrderList /> },
    { path: 'new', element: <NewOrderPage /> },
    { path: ':id', element: <OrderPage /> },
    { path: '*', element: <NoSuchScreen /> },
  ]);
}
